import { describe, expect, test } from "bun:test";
import { createProcessOutput } from "./process-output.ts";

function pipe() {
  let control: ReadableStreamDefaultController<Uint8Array>;
  const stream = new ReadableStream<Uint8Array>({ start: (given) => void (control = given) });
  return {
    stream,
    write: (text: string) => control.enqueue(new TextEncoder().encode(text)),
    end: () => control.close(),
  };
}

function output() {
  const [stdout, stderr] = [pipe(), pipe()];
  return {
    stdout,
    stderr,
    output: createProcessOutput({ stdout: stdout.stream, stderr: stderr.stream }),
  };
}

describe("what a process writes", () => {
  test("is still awaited when only one of its two pipes has ended", async () => {
    const { stdout, stderr, output: written } = output();
    const more = written.next();
    stderr.end();
    await new Promise(setImmediate);
    stdout.write("the last line");
    expect(await more).toBe(true);
    expect(new TextDecoder().decode(written.take()?.bytes)).toBe("the last line");
  });

  test("has ended when both pipes have, and waiting readers are released", async () => {
    const { stdout, stderr, output: written } = output();
    const more = written.next();
    stderr.end();
    stdout.end();
    expect(await more).toBe(false);
    expect(written.hasEnded()).toBe(true);
  });
});
