import { describe, expect, test } from "bun:test";
import { changeSince, type Change } from "./change.ts";
import { compare } from "./measurement.ts";
import type { Row } from "./scenario.ts";

const row = (given: Partial<Row>): Row => ({
  name: "a row",
  unit: "ms",
  better: "lower",
  bound: null,
  ...given,
});

const rounds = (figures: readonly number[]) => figures.map((figure) => [figure]);
const BARE = [1, 1, 1];

describe("the change since an earlier report", () => {
  test.each<[Partial<Row>, before: number[], now: number[], Change["mark"]]>([
    [{ better: "lower" }, [2, 2.1, 2.2], [2.3, 2.4, 2.5], "worse"],
    [{ better: "lower" }, [2, 2.1, 2.2], [1.7, 1.8, 1.9], "better"],
    [{ better: "higher" }, [2, 2.1, 2.2], [1.7, 1.8, 1.9], "worse"],
    [{ better: "higher" }, [2, 2.1, 2.2], [2.3, 2.4, 2.5], "better"],
    // One round within the earlier ones: it may be chance.
    [{ better: "lower" }, [2, 2.1, 2.4], [2.3, 2.8, 2.9], null],
    [{ better: "lower", bounded: "difference" }, [2, 2.1, 2.2], [2.3, 2.4, 2.5], "worse"],
    [{ better: "lower", bounded: "malamar" }, [2, 2.1, 2.2], [2.3, 2.4, 2.5], "worse"],
  ])("%j: %j, then %j", (given, before, now, mark) => {
    const earlier = compare(row(given), rounds(BARE), rounds(before));
    const later = compare(row(given), rounds(BARE), rounds(now));
    expect(changeSince(later, earlier)!.mark).toBe(mark);
  });

  test("two rounds do not rule out chance", () => {
    const earlier = compare(row({}), rounds([1, 1]), rounds([2, 2]));
    const later = compare(row({}), rounds([1, 1]), rounds([9, 9]));
    expect(changeSince(later, earlier)).toEqual({ before: 2, now: 9, mark: null });
  });

  test("a multiple of nothing, and a report without differences, cannot be compared", () => {
    const measured = compare(row({ bounded: "difference" }), rounds(BARE), rounds([2, 2, 2]));
    const { difference: _, ...old } = measured;
    expect(changeSince(measured, old)).toBeNull();
    const none = { ...measured.ratio, of_medians: null };
    expect(changeSince({ ...measured, row: row({}) }, { ...measured, ratio: none })).toBeNull();
  });
});
