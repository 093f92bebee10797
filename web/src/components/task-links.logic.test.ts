import { expect, test } from "bun:test";
import { linkTaskNumbers, taskPath, type TextNode } from "./task-links.logic.ts";

const paragraph = (...children: TextNode[]): TextNode => ({
  type: "root",
  children: [{ type: "paragraph", children }],
});

function linksIn(root: TextNode): string[] {
  linkTaskNumbers(root);
  const urls: string[] = [];
  const visit = (node: TextNode) => {
    if (node.type === "link") urls.push(node.url ?? "");
    for (const child of node.children ?? []) visit(child);
  };
  visit(root);
  return urls;
}

test.each([
  ["See #12.", ["task:12"]],
  ["#1, (#2) and #3", ["task:1", "task:2", "task:3"]],
  ["Colour #12ab, a#1, C#7x, &#39; and x/#4", []],
  ["Nothing here", []],
])("%p", (value, urls) => {
  expect(linksIn(paragraph({ type: "text", value }))).toEqual(urls);
});

test("code and other links stay as they are", () => {
  const link = {
    type: "link",
    url: "https://example.com/",
    children: [{ type: "text", value: "#12" }],
  };
  expect(linksIn(paragraph({ type: "inlineCode", value: "#12" }, link))).toEqual([
    "https://example.com/",
  ]);
});

test("the text around a number and its order are kept", () => {
  const root = paragraph({ type: "text", value: "a #1 b #2" });
  linkTaskNumbers(root);
  expect(root).toMatchObject({
    children: [
      {
        children: [
          { type: "text", value: "a " },
          { type: "link", url: "task:1" },
          { type: "text", value: " b " },
          { type: "link", url: "task:2" },
        ],
      },
    ],
  });
});

test("a text of nothing but numbers gets links up to a limit", () => {
  const value = Array.from({ length: 5_000 }, (_, number) => `#${number}`).join(" ");
  expect(linksIn(paragraph({ type: "text", value })).length).toBeLessThanOrEqual(200);
});

test("a number links into the workspace of its text, and other addresses do not", () => {
  expect(taskPath("task:12", "/workspaces/w")).toBe("/workspaces/w/tasks/12");
  for (const url of ["task:", "task:12x", "https://task:12", "task:1234567890"]) {
    expect(taskPath(url, "/workspaces/w")).toBe(null);
  }
});
