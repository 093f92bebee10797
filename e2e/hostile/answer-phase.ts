import type { Options } from "./options.ts";
import { createPlay } from "./play.ts";
import type { Report } from "./report.ts";
import { startServer } from "./server.ts";

/** Each of them runs a program, and tries up to a hundred actions. */
const REQUESTS_PER_ANSWER = 400;

/** Makes agents give hostile answers, one after the other, and reports the results. */
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
    // After a failure the rest would only repeat it.
    if (report.violations.length > before + 5) break;
    if (index === from) server.rememberVitals();
  }
  await report.watch("at the end of the answers", () => server.examineEnd());
  return server.figures();
}
