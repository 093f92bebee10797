import { expect, test } from "bun:test";
import { lineDrafts } from "./line-drafts.ts";
import type { LineDraft } from "./line-drafts.logic.ts";

const draft = (text: string): LineDraft => ({
  key: "k",
  path: "a.ts",
  side: "new",
  line: 2,
  end_line: 2,
  text,
  quote: "b",
  blob_id: null,
  written_at: "",
});

test("a comment that was sent is gone, unless it was changed in the meantime", () => {
  const sent = draft("Why?");
  lineDrafts.put("task", sent);
  lineDrafts.put("task", draft("Why not?"));
  lineDrafts.removeSent("task", sent);
  expect(lineDrafts.unsent("task")).toEqual(["Why not?"]);
  lineDrafts.removeSent("task", draft("Why not?"));
  expect(lineDrafts.unsent("task")).toEqual([]);
});
