import { describe, expect, test } from "bun:test";
import { arrivedKeys, backInBox, failedToSend, outgoing, restored } from "./outbox.logic.ts";
import { at, comment } from "#features/tasks/testing/builders.ts";

const old = comment("old", "User", "09:00", { content: "Go on" });
const twin = comment("new", "User", "10:00", { content: "Go on" });
const send = (key: string, known = [old]) =>
  outgoing("Go on", known, { key, now: new Date(at("10:00")) });
const lost = { reason: "No answer", mayHaveArrived: true };
const refused = { reason: "Refused", mayHaveArrived: false };

describe("a comment on its way", () => {
  test("is shown until the server shows it", () => {
    expect([...arrivedKeys([send("a")], [old])]).toEqual([]);
    expect([...arrivedKeys([send("a")], [old, twin])]).toEqual(["a"]);
  });

  test("is not mistaken for another of the same words", () => {
    expect([...arrivedKeys([send("a"), send("b")], [old, twin])]).toEqual(["a"]);
    const byAgent = comment("new", "Planner", "10:00", { content: "Go on" });
    expect([...arrivedKeys([send("a")], [old, byAgent])]).toEqual([]);
  });

  test("is not mistaken for an old one when it was sent before the list was known", () => {
    expect([...arrivedKeys([send("a", [])], [old])]).toEqual([]);
    expect([...arrivedKeys([send("a", [])], [old, twin])]).toEqual(["a"]);
  });
});

describe("a comment that failed", () => {
  test("stays when the server refused it, whatever else is there", () => {
    expect([...arrivedKeys([failedToSend(send("a"), refused)], [old, twin])]).toEqual([]);
  });

  test("goes when it had arrived after all", () => {
    expect([...arrivedKeys([failedToSend(send("a"), lost)], [old, twin])]).toEqual(["a"]);
  });

  test("is found again by the next page, which knows that nobody heard the answer", () => {
    expect(restored(send("a"))).toMatchObject({ state: "failed", may_have_arrived: true });
    const failed = failedToSend(send("a"), refused);
    expect(restored(failed)).toEqual(failed);
  });

  test("goes back into the box without replacing what is there", () => {
    expect(backInBox("Go on", " ")).toBe("Go on");
    expect(backInBox("Go on", "More")).toBe("Go on\n\nMore");
  });
});
