import { join } from "node:path";
import { MAIN } from "./run-malamar.ts";

interface RunningOptions {
  /** Where its data and its temporary files are. */
  dir: string;
  args?: readonly string[];
  /** What the shell does that starts it. */
  before?: string;
}

/** The server in its own process, on a free port, until it is disposed of. */
export async function runningMalamar({ dir, args = [], before = ":" }: RunningOptions) {
  const places = ["--data-dir", join(dir, "data"), "--temp-dir", join(dir, "work"), "--port", "0"];
  const argv = [process.execPath, "--no-env-file", MAIN, ...places, ...args];
  const child = Bun.spawn(["/bin/sh", "-c", `${before}; exec "$0" "$@"`, ...argv], {
    env: { PATH: "/usr/bin:/bin", HOME: dir },
    stdio: ["ignore", "pipe", "ignore"],
    timeout: 60_000,
    killSignal: "SIGKILL",
  });
  let log = "";
  const ready = Promise.withResolvers<string>();
  const read = (async () => {
    const decoder = new TextDecoder();
    for await (const bytes of child.stdout) {
      log += decoder.decode(bytes, { stream: true });
      const url = /is running at (http:[^\s"]+)/.exec(log)?.[1];
      if (url !== undefined) ready.resolve(url);
    }
    ready.reject(new Error(`It did not start: ${log}`));
  })();
  const url = await ready.promise;
  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid,
    log: () => log,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.exited;
      await read;
    },
  };
}
