/**
 * Steps of a scripted agent that make about this many events: it speaks, thinks, reads and acts, as
 * CLIs do.
 */
export function longScript(events: number): string[] {
  const steps: string[] = [];
  for (let made = 0, round = 0; made < events; round++) {
    steps.push(
      `say Step ${round}: **look** at \`part-${round % 50}.ts\`, then change what the test names.`,
      `think The total of step ${round} must be kept as an integer, or the cents are lost.`,
      `tool Bash {"command":"npm test -- part-${round % 50}","description":"Runs the tests"} => ${round % 90} pass, 0 fail`,
    );
    made += 4;
    if (round % 5 !== 0) continue;
    // A few files at a time, which the page folds into one row.
    for (let file = 0; file < 4; file++) {
      steps.push(`tool Read {"file_path":"/project/src/part-${file}.ts"} => const part = ${file};`);
      made += 2;
    }
  }
  return steps;
}
