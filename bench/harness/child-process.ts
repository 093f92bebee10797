import type { ChildName } from "../servers/index.ts";
import { endAtExit, killGroup, type EndSignal } from "./clean-up.ts";
import { childCommand } from "./executable.ts";
import { within } from "./time-limit.ts";

/** No single answer takes this long, not even connecting thousands of clients or reading 1 GB. */
const ANSWER_MS = 60_000;
const END_MS = 10_000;

/** A program of servers/ in its own process. It receives words and answers with numbers. */
export interface Child {
  pid: number;
  /** Its first number, once it is ready: the port, for a server. */
  ready: number;
  ask: (word: string) => Promise<number>;
  /** The next number that it sends unasked. */
  next: () => Promise<number>;
  close: () => Promise<void>;
}

export async function startChild(
  name: ChildName,
  args: readonly string[] = [],
  endSignal: EndSignal = "SIGKILL",
): Promise<Child> {
  const waiting: ((said: number) => void)[] = [];
  const child = Bun.spawn(childCommand(name, args), {
    env: { HOME: "/dev/null", PATH: "" },
    stdin: "ignore",
    stdout: "inherit",
    stderr: "inherit",
    detached: true,
    serialization: "json",
    ipc: (message) => waiting.shift()?.(Number(message)),
  });
  endAtExit(child, endSignal);

  const next = () => {
    const answer = new Promise<number>((resolve) => waiting.push(resolve));
    const ended = child.exited.then((code): never => {
      throw new Error(`${name} ended early with code ${code}.`);
    });
    return within(ANSWER_MS, `an answer of ${name}`, Promise.race([answer, ended]));
  };
  return {
    pid: child.pid,
    ready: await next(),
    ask: (word) => {
      child.send(word);
      return next();
    },
    next,
    close: async () => {
      if (endSignal === "SIGKILL") killGroup(child);
      else child.kill(endSignal);
      await within(END_MS, `the end of ${name}`, child.exited);
    },
  };
}
