"""A bot of your own: it lays its tickets as greedy does, and once they are done it races for the longest routes.

Try it: branchline arena usa --bots my_bot,greedy --games 50   (once it is installed, see docs/write-your-own-bot.md)
"""

from branchline import Board, BoardPosition, make_bot, phases


class MyBot:
    name = "my_bot"
    plays_on = (Board,)  # any board, but not the Card Game, which has no board

    def __init__(self, game, budget):
        self.builder = make_bot("greedy", game)
        self.racer = make_bot("hasty", game)

    def decide(self, view, legal, rng):
        """`view`: all that this seat may know. `legal`: what it may do. `rng`: chance, the same for the same seed."""
        mine = isinstance(view.phase, phases.Turn | phases.SecondCard)
        bot = self.racer if mine and not BoardPosition(view).open_tickets() else self.builder
        return bot.decide(view, legal, rng)  # an action, or a Decision: the action with its reason
