"""A table at which learned players sit: what a loop over decisions needs of a game, under one name for all games.

The class of the table tells compiled code which game is meant, so that there is one loop, compiled for each.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from branchline.lane.compile import by_class
from branchline.lane.learned import board_table, card_table
from branchline.lane.learned.board_table import BoardTable
from branchline.lane.learned.card_table import CardTable

Table: TypeAlias = Any
"""A BoardTable or a CardTable."""


deal = by_class({BoardTable: board_table.deal_board, CardTable: card_table.deal_cards})
"""(table, game, seats, seed): set up a game."""

sit_down = by_class({BoardTable: board_table.sit_down_at_board, CardTable: card_table.sit_down_at_cards})
"""(table, game): another game begins or goes on; nothing is known from the one before."""

asked = by_class({BoardTable: board_table.asked_at_board, CardTable: card_table.asked_at_cards})
"""(table, game): the seat to decide; NOTHING when the game is over."""

decide = by_class({BoardTable: board_table.decide_at_board, CardTable: card_table.decide_at_cards})
"""(table, game, player, seat, rng): the code that a compiled player chooses."""

consider = by_class({BoardTable: board_table.consider_board, CardTable: card_table.consider_cards})
"""(table, game, seat, rng, choice): gather and describe the moves that come into question, the planner's first."""

act = by_class({BoardTable: board_table.act_at_board, CardTable: card_table.act_at_cards})
"""(table, game, seat, code): do what a code says, in everybody's sight."""

score = by_class({BoardTable: board_table.score_board, CardTable: card_table.score_cards})
"""(table, game, sheet): score a game as it stands."""
