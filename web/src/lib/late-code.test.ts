import { expect, test } from "bun:test";
import { createLateCode } from "./late-code.ts";

test("it is fetched once for all callers, and is there when they are notified", async () => {
  let loads = 0;
  const code = createLateCode(async () => void loads++);
  expect(code.isThere()).toBe(false);
  const seen: unknown[] = [];
  code.subscribe(() => seen.push(code.isThere()));
  const leave = code.subscribe(() => seen.push("left"));
  leave();
  await Promise.all([code.fetch(), code.fetch()]);
  await code.fetch();
  expect({ seen, loads }).toEqual({ seen: [true], loads: 1 });
});

test("after a failure it can be fetched again", async () => {
  const answers = [() => Promise.reject(new Error("gone")), () => Promise.resolve()];
  const code = createLateCode(() => answers.shift()!());
  expect(await code.fetch().catch(String)).toBe("Error: gone");
  expect(code.isThere()).toBe(false);
  await code.fetch();
  expect(code.isThere()).toBe(true);
});
