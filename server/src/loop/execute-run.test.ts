import { describe, expect, test } from "bun:test";
import { InstalledCliType } from "@malamar/contract/cli.ts";
import { failureOf, readRecording, recordingsOf } from "#testing/cli-recordings.ts";
import { isOfModel } from "./execute-run.ts";

describe.each(InstalledCliType.options)("output of %s", (type) => {
  const withoutModel = recordingsOf(type).filter((name) => {
    const failure = failureOf(type, readRecording(type, name), new Date());
    return failure?.cause === "not_logged_in" || failure?.cause === "no_credit";
  });

  test("without a login or credit does not count as an answer of its model", () => {
    expect(withoutModel).not.toEqual([]);
    for (const name of withoutModel) {
      expect([name, readRecording(type, name).events.filter(isOfModel)]).toEqual([name, []]);
    }
  });

  test("in a successful run is", () => {
    expect(readRecording(type, "a-whole-run").events.some(isOfModel)).toBe(true);
  });
});

test("Malamar's own estimate does not count as an answer of a model", () => {
  const figures = { input_tokens: 100, output_tokens: 0, cached_tokens: null, cost_usd: null };
  expect(isOfModel({ type: "usage", ...figures })).toBe(true);
  expect(isOfModel({ type: "usage", ...figures, is_estimated: true })).toBe(false);
});
