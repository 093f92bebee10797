import { frameEvent } from "../harness/frame-event.ts";
import { benchApp } from "../harness/malamar-app.ts";
import { answerParent, endWithParent, sharedNow, tellParent } from "./parent-process.ts";

export async function run([folder = ""]: readonly string[]): Promise<void> {
  endWithParent();
  const app = await benchApp(folder);
  const port = await app.start();
  // Its result is an event; no client should be surprised by it.
  await app.cliHealth.current();
  answerParent({
    publish: () => {
      const publishedAt = sharedNow();
      app.bus.publish(frameEvent);
      return publishedAt;
    },
    memory: () => process.memoryUsage.rss(),
  });
  tellParent(port);
}
