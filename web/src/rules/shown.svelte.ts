/** Which section of the rules is open over the table; what shows it is loaded when the first one is. */
class RulesShown {
  /** Sections of which the game has one, or null. */
  section = $state.raw<readonly string[] | null>(null);
}

export const rulesShown = new RulesShown();
