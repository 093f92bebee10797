import type { Scenario } from "./scenario.ts";

/**
 * Those whose name contains one of the words; all if there are none. One that runs on demand only must
 * be named from its start: "chat" should not bring up 12 GB of chats.
 */
export function chooseScenarios(
  scenarios: readonly Scenario[],
  words: readonly string[],
  isAll: boolean,
): { chosen: Scenario[]; unknown: string[] } {
  const isNamed = ({ rows, onDemand }: Scenario, word: string) =>
    rows.some(({ name }) => {
      const at = name.toLowerCase().indexOf(word.toLowerCase());
      return onDemand === undefined || isAll ? at !== -1 : at === 0;
    });
  const chosen = scenarios.filter((scenario) => {
    if (words.length > 0) return words.some((word) => isNamed(scenario, word));
    return isAll || scenario.onDemand === undefined;
  });
  const unknown = words.filter((word) => !scenarios.some((scenario) => isNamed(scenario, word)));
  return { chosen, unknown };
}

/** Every name, one per line, with the reason for each that runs on demand only. */
export function listOfScenarios(scenarios: readonly Scenario[]): string {
  return scenarios
    .flatMap(({ rows, onDemand }) => {
      const names = rows.map(({ name }) => name);
      return onDemand === undefined
        ? names
        : [...names, `  only when named from the start, or with --all: ${onDemand}`];
    })
    .join("\n");
}
