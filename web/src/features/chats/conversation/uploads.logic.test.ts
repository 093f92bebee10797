import { expect, test } from "bun:test";
import { isFilePaste, nextUploads, pastedName, percentOf, type Upload } from "./uploads.logic.ts";

const upload = (key: string, state: Upload["state"]): Upload => ({
  key,
  file: new File(["x"], key),
  state,
  sent: 0,
  reason: "",
});
const next = (...states: Upload["state"][]) =>
  nextUploads(states.map((state, at) => upload(String(at), state))).map(({ key }) => key);

test("two files upload at once, the others wait for their turn", () => {
  expect(next("waiting", "waiting", "waiting")).toEqual(["0", "1"]);
  expect(next("sending", "failed", "waiting", "waiting")).toEqual(["2"]);
  expect(next("sending", "sending", "waiting")).toEqual([]);
});

test("a file does not count as complete before the server says so", () => {
  expect(percentOf({ sent: 50, file: { size: 200 } })).toBe(25);
  // The sent bytes include the form around the file.
  expect(percentOf({ sent: 400, file: { size: 200 } })).toBe(99);
  expect(percentOf({ sent: 180, file: { size: 0 } })).toBe(0);
});

test.each([
  [["Files"], true],
  [["text/html", "Files"], true],
  [["text/plain", "Files"], true],
  [["text/plain", "text/html", "Files"], false],
  [["text/plain"], false],
])("a paste of %p contains files: %p", (types, isFiles) => {
  expect(isFilePaste(types)).toBe(isFiles);
});

test("two pictures from the clipboard do not replace each other", () => {
  const now = new Date("2026-01-02T03:04:05.678Z");
  expect(pastedName("image.png", now)).toBe("pasted-2026-01-02-03-04-05-678.png");
  expect(pastedName("plan.pdf", now)).toBe("plan.pdf");
});
