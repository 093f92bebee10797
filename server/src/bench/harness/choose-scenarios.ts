import type { Scenario } from "./scenario.ts";

/** Those whose name holds one of the words; without words all, but for those that run on demand only. */
export function chooseScenarios(
  scenarios: readonly Scenario[],
  words: readonly string[],
  isAll: boolean,
): { chosen: Scenario[]; unknown: string[] } {
  const isNamed = (scenario: Scenario, word: string) =>
    scenario.rows.some(({ name }) => name.toLowerCase().includes(word.toLowerCase()));
  const chosen = scenarios.filter((scenario) => {
    if (words.length > 0) return words.some((word) => isNamed(scenario, word));
    return isAll || scenario.onDemand === undefined;
  });
  const unknown = words.filter((word) => !scenarios.some((scenario) => isNamed(scenario, word)));
  return { chosen, unknown };
}

/** Every name, one in a line, each scenario that runs on demand only with its reason. */
export function listOfScenarios(scenarios: readonly Scenario[]): string {
  return scenarios
    .flatMap(({ rows, onDemand }) => {
      const names = rows.map(({ name }) => name);
      return onDemand === undefined
        ? names
        : [...names, `  only if it is named, or with --all: ${onDemand}`];
    })
    .join("\n");
}
