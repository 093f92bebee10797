import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "@playwright/test";
import { openChat, script } from "../support/chat-pages.ts";
import { expect, test } from "../support/fixtures.ts";

const uploads = (pane: Locator) =>
  pane.getByRole("list", { name: "Unsent files" }).getByRole("listitem");
const file = (name: string, size = 5) => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.alloc(size, "x"),
});

const filesIn = (dir: string) =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

/** Gives files to the page as a paste or a drop does. */
async function give(target: Locator, how: "drop" | "paste", names: readonly string[]) {
  await target.evaluate(
    (element, given) => {
      const data = new DataTransfer();
      for (const name of given.names) data.items.add(new File(["hello"], name));
      const init = { bubbles: true, cancelable: true };
      const event =
        given.how === "drop"
          ? new DragEvent("drop", { ...init, dataTransfer: data })
          : new ClipboardEvent("paste", { ...init, clipboardData: data });
      element.dispatchEvent(event);
    },
    { how, names },
  );
}

test("files are attached by button, several at once, and by paste and drop", async ({
  page,
  malamar,
}) => {
  const { pane, box, messages } = await openChat(page, malamar);
  const chooser = page.waitForEvent("filechooser");
  await pane.getByRole("button", { name: "Attach files" }).click();
  await (await chooser).setFiles([file("one.txt"), file("two ü.txt"), file("three.txt")]);
  for (const name of ["one.txt", "two ü.txt", "three.txt"]) {
    await expect(messages.getByText(new RegExp(`User has uploaded .+/${name}`))).toBeVisible();
  }
  await give(box, "paste", ["image.png"]);
  await expect(messages.getByText(/User has uploaded .+\/pasted-[\d-]+\.png/)).toBeVisible();
  await give(page.locator("body"), "drop", ["dropped.txt", "also.txt"]);
  await expect(messages.getByText(/User has uploaded .+\/dropped\.txt/)).toBeVisible();
  await expect(messages.getByText(/User has uploaded .+\/also\.txt/)).toBeVisible();
  await expect(uploads(pane)).toHaveCount(0);
  await box.fill(script("answer Seen."));
  await box.press("Enter");
  await expect(messages.getByText("Seen.", { exact: true })).toBeVisible();
});

test("pasted text is text", async ({ page, malamar }) => {
  const { pane, box } = await openChat(page, malamar);
  await box.evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "A table");
    clipboardData.setData("text/html", "<b>A table</b>");
    clipboardData.items.add(new File(["x"], "image.png"));
    element.dispatchEvent(
      new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData }),
    );
  });
  await expect(uploads(pane)).toHaveCount(0);
});

test("dragging files over the window shows where they go, and a drop next to the chat does not leave the page", async ({
  page,
  malamar,
}) => {
  const { pane, address } = await openChat(page, malamar);
  await page.locator("body").evaluate((element) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["x"], "x.txt"));
    element.dispatchEvent(
      new DragEvent("dragover", { bubbles: true, cancelable: true, dataTransfer }),
    );
  });
  await expect(pane.getByText("Drop to attach")).toBeVisible();
  await give(page.getByRole("searchbox", { name: "Search chats" }), "drop", ["x.txt"]);
  await expect(pane.getByText("Drop to attach")).toBeHidden();
  await expect(pane.getByText(/User has uploaded .+\/x\.txt/)).toBeVisible();
  expect(page.url()).toContain(address);
});

test("a big file on a slow line shows its progress, continues when you leave the chat, and can be cancelled", async ({
  page,
  malamar,
}) => {
  const { chats, chat, pane, box, messages } = await openChat(page, malamar);
  const slow = await page.context().newCDPSession(page);
  const line = (uploadThroughput: number) =>
    slow.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await slow.send("Network.enable");
  await line(400_000);
  const dir = join(malamar.home, "given");
  mkdirSync(dir);
  const big = join(dir, "big.bin");
  writeFileSync(big, Buffer.alloc(8_000_000));
  const input = pane.locator("input[type=file]");
  await input.setInputFiles(big);
  const item = uploads(pane).filter({ hasText: "big.bin" });
  await expect(item).toContainText(/[1-9]\d? % of 8\.0 MB/);
  const progress = item.getByRole("progressbar");
  const come = async () => Number(await progress.getAttribute("value"));
  const soFar = await come();
  await expect.poll(come).toBeGreaterThan(soFar);
  await box.fill("Look at it");
  await box.press("Enter");
  await expect(box).toHaveValue("Look at it");
  await expect(pane.getByText("You can send this once the files are uploaded.")).toBeVisible();

  await page.getByRole("link", { name: "Agents", exact: true }).click();
  await expect(pane).toBeHidden();
  await page.goBack();
  await expect(item).toBeVisible();
  await item.getByRole("button", { name: "Cancel the upload of big.bin" }).click();
  await expect(uploads(pane)).toHaveCount(0);
  await expect(box).toHaveValue("Look at it");
  expect((await chats.chat(chat.id)).messages).toEqual([]);
  // The partial upload is deleted once the server notices the end.
  await expect.poll(() => filesIn(join(malamar.home, "work"))).toEqual([]);

  await line(-1);
  await input.setInputFiles(big);
  await expect(messages.getByText(/User has uploaded .+\/big\.bin/)).toBeVisible();
});

test.describe("a file that is refused", () => {
  test.use({ args: ["--max-upload-mb", "1"], allowedNoise: /413|Failed to load resource|ERR_/ });

  test("says why, and can be dropped or retried", async ({ page, malamar }) => {
    const { pane, messages } = await openChat(page, malamar);
    const input = pane.locator("input[type=file]");
    await input.setInputFiles([file("large.txt", 3_000_000), file("small.txt")]);
    await expect(messages.getByText(/User has uploaded .+\/small\.txt/)).toBeVisible();
    const failed = uploads(pane).filter({ hasText: "large.txt" });
    await expect(failed.getByRole("alert")).toContainText(/Not attached\. .*1 MB/);
    await failed.getByRole("button", { name: "Retry" }).click();
    await expect(failed.getByRole("alert")).toBeVisible();
    await failed.getByRole("button", { name: "Discard large.txt" }).click();
    await expect(uploads(pane)).toHaveCount(0);
    await expect(pane.getByRole("textbox", { name: "Message" })).toBeFocused();
  });
});
