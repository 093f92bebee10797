import { expect, test } from "bun:test";
import { safeLink } from "./safe-link.logic.ts";

test.each(["https://example.com/a?b#c", "http://example.com/", "mailto:a@example.com"])(
  "%p is a link",
  (url) => expect(safeLink(url)).toBe(url),
);

test.each([
  "javascript:alert(1)",
  " JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "file:///etc/passwd",
  "blob:https://example.com/x",
  "//example.com",
  "/api/settings",
  "#top",
  "README.md",
  "",
])("%p is not a link", (url) => expect(safeLink(url)).toBe(null));
