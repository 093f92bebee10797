import { expect, test } from "bun:test";
import type { AppError } from "#lib/app-error.ts";
import { createLogger } from "#lib/logger.ts";
import { createStreamLimit, mostStreams } from "./stream-limit.ts";

test.each([
  [64, 8],
  [256, 192],
  [1024, 768],
  [65_536, 64_512],
  [1_048_576, 1_047_552],
])("of %d open files %d may be streams", (files, streams) => {
  expect(mostStreams(files)).toBe(streams);
});

test("one too many is refused with what to do, and logged once until it has passed", () => {
  const logLines: string[] = [];
  const logger = createLogger({ level: "debug", format: "text", write: (l) => logLines.push(l) });
  let open = 767;
  const requirePlace = createStreamLimit({ mostFiles: 1024, count: () => open, logger });
  const refused = () => {
    try {
      requirePlace();
      return null;
    } catch (error) {
      return error as AppError;
    }
  };
  expect(refused()).toBeNull();
  open = 768;
  for (let n = 0; n < 100; n++) expect(refused()?.code).toBe("TOO_MANY_STREAMS");
  expect(refused()?.message).toContain("768 event streams are open");
  expect(refused()?.message).toContain("ulimit -n");
  expect(logLines).toHaveLength(1);
  open = 767;
  expect(refused()).toBeNull();
  open = 768;
  refused();
  expect(logLines).toHaveLength(1);
  open = 100;
  expect(refused()).toBeNull();
  open = 768;
  refused();
  expect(logLines).toHaveLength(2);
});

test("where the limit is unknown there is none", () => {
  const logger = createLogger({ level: "error", format: "text" });
  const requirePlace = createStreamLimit({ mostFiles: null, count: () => 1e6, logger });
  expect(() => requirePlace()).not.toThrow();
});
