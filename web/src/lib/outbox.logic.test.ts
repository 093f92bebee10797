import { describe, expect, test } from "bun:test";
import {
  arrivedKeys,
  backInBox,
  failedToSend,
  outgoing,
  restored,
  type ArrivedText,
  type OutgoingText,
} from "./outbox.logic.ts";

const entry = (id: string, hour: string, isOwn = true): ArrivedText => ({
  id,
  isOwn,
  content: "Continue",
  created_at: `2026-01-01T${hour}:00.000Z`,
});
const old = entry("old", "09:00");
const twin = entry("new", "10:00");
const send = (key: string, known = [old]) =>
  outgoing("Continue", known, { key, now: new Date(twin.created_at) });
const arrived = (items: OutgoingText[], entries: ArrivedText[]) => [
  ...arrivedKeys(items, entries, (one) => one),
];
const lost = { reason: "No answer", mayHaveArrived: true };
const refused = { reason: "Refused", mayHaveArrived: false };

describe("a text being sent", () => {
  test("is shown until the server's list has it", () => {
    expect(arrived([send("a")], [old])).toEqual([]);
    expect(arrived([send("a")], [old, twin])).toEqual(["a"]);
  });

  test("is not confused with another text of the same words", () => {
    expect(arrived([send("a"), send("b")], [old, twin])).toEqual(["a"]);
    const byAgent = entry("new", "10:00", false);
    expect(arrived([send("a")], [old, byAgent])).toEqual([]);
  });

  test("is not confused with an old text if it was sent before the list had loaded", () => {
    expect(arrived([send("a", [])], [old])).toEqual([]);
    expect(arrived([send("a", [])], [old, twin])).toEqual(["a"]);
  });
});

describe("a text that failed", () => {
  test("stays if the server refused it, whatever else is in the list", () => {
    expect(arrived([failedToSend(send("a"), refused)], [old, twin])).toEqual([]);
  });

  test("disappears if it had arrived after all", () => {
    expect(arrived([failedToSend(send("a"), lost)], [old, twin])).toEqual(["a"]);
  });

  test("is restored by the next page, which knows that the response was lost", () => {
    expect(restored(send("a"))).toMatchObject({ state: "failed", may_have_arrived: true });
    const failed = failedToSend(send("a"), refused);
    expect(restored(failed)).toEqual(failed);
  });

  test("goes back into the box without replacing the draft", () => {
    expect(backInBox("Continue", " ")).toBe("Continue");
    expect(backInBox("Continue", "More")).toBe("Continue\n\nMore");
  });
});
