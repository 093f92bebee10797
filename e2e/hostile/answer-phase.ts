import type { Options } from "./options.ts";
import { createPlay } from "./play.ts";
import type { Report } from "./report.ts";
import { startServer } from "./server.ts";

/** Each of them is a run of a program, and tries up to a hundred actions. */
const REQUESTS_PER_ANSWER = 400;

/** Has agents give hostile answers, one after the other, and tells the report what came of it. */
export async function letAgentsAnswer({ seed, requests, only, answer }: Options, report: Report) {
  if (only) return null;
  await using server = await startServer({}, []);
  const play = await createPlay(server.client);
  const [from, to] = answer ?? [0, Math.ceil(requests / REQUESTS_PER_ANSWER) - 1];
  for (let index = from; index <= to; index++) {
    const before = report.violations.length;
    await report.watch(`answer ${index}, repeated by --answer ${index}`, async () => {
      const { answer: given, problems } = await play.perform(seed, index);
      report.countAnswer(given.speaker);
      const all = [...problems, ...(await server.examine())];
      if (all.length > 0) report.addAnswer(index, given, all);
      return [];
    });
    // What comes after one that went wrong would only repeat it.
    if (report.violations.length > before + 5) break;
    if (index === from) server.rememberVitals();
  }
  await report.watch("at the end of the answers", () => server.examineEnd());
  return server.figures();
}
