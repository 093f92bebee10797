import type { Browser, JSHandle } from "@playwright/test";

export interface Pointer {
  x: number;
  y: number;
  isPressed: boolean;
}

/** What has changed since the last frame, as a WebP file. */
interface Change {
  x: number;
  y: number;
  width: number;
  height: number;
  webp: string;
}

/** Lets the browser encode pictures: it has a WebP encoder, and nothing else is needed. */
export async function createDarkroom(browser: Browser, scale: number) {
  // In its own window: a background page is drawn slowly.
  const page = await browser.newPage();
  const room: JSHandle<ReturnType<typeof openRoom>> = await page.evaluateHandle(openRoom, scale);

  return {
    /** What the next frames show. */
    show: (png: Buffer) => room.evaluate((inside, data) => inside.show(data), encoded(png)),

    /** null: it looks like the last one. */
    async frame(pointer: Pointer | null) {
      const change = await room.evaluate((inside, at) => inside.frame(at), pointer);
      if (!change) return null;
      const { webp, ...place } = change;
      return { ...place, image: Buffer.from(webp, "base64") };
    },

    /** One whole picture. */
    async still(png: Buffer): Promise<Buffer> {
      const webp = await room.evaluate((inside, data) => inside.still(data), encoded(png));
      return Buffer.from(webp, "base64");
    },
  };
}

export type Darkroom = Awaited<ReturnType<typeof createDarkroom>>;

function encoded(png: Buffer): string {
  return png.toString("base64");
}

/** Runs in the page, so it can use nothing from this file. */
function openRoom(scale: number) {
  const picture = new OffscreenCanvas(1, 1);
  let last: ImageData | null = null;

  async function show(png: string): Promise<void> {
    const bytes = Uint8Array.from(atob(png), (letter) => letter.codePointAt(0)!);
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    picture.width = bitmap.width;
    picture.height = bitmap.height;
    contextOf(picture).drawImage(bitmap, 0, 0);
  }

  async function frame(pointer: Pointer | null): Promise<Change | null> {
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const context = contextOf(canvas);
    context.drawImage(picture, 0, 0);
    if (pointer) draw(context, pointer);
    const now = context.getImageData(0, 0, canvas.width, canvas.height);
    const place = last ? placeOfChange(last, now) : { x: 0, y: 0, ...sizeOf(canvas) };
    last = now;
    if (!place) return null;
    const { x, y, width, height } = place;
    const part = new OffscreenCanvas(width, height);
    contextOf(part).putImageData(now, -x, -y);
    return { ...place, webp: await webpOf(part, 0.9) };
  }

  async function still(png: string): Promise<string> {
    await show(png);
    return webpOf(picture, 0.8);
  }

  function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
    return canvas.getContext("2d", { alpha: false, willReadFrequently: true })!;
  }

  function sizeOf({ width, height }: OffscreenCanvas) {
    return { width, height };
  }

  /** An ordinary arrow, with a ring around its tip while it presses. */
  function draw(context: OffscreenCanvasRenderingContext2D, { x, y, isPressed }: Pointer): void {
    context.save();
    context.scale(scale, scale);
    context.translate(x, y);
    if (isPressed) {
      context.beginPath();
      context.arc(0, 0, 13, 0, 2 * Math.PI);
      context.fillStyle = "rgb(74 79 196 / 35%)";
      context.fill();
    }
    const arrow = new Path2D("M0 0v18.5l4.3-4 2.8 6.7 3.3-1.4-2.8-6.6h5.9z");
    context.lineJoin = "round";
    context.lineWidth = 2.5;
    context.strokeStyle = "white";
    context.stroke(arrow);
    context.fillStyle = "black";
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas is not an array
    context.fill(arrow);
    context.restore();
  }

  /**
   * The smallest rectangle that contains every difference; the format requires even coordinates.
   */
  function placeOfChange(before: ImageData, now: ImageData) {
    const [a, b] = [before, now].map(({ data }) => new Uint32Array(data.buffer)) as [
      Uint32Array,
      Uint32Array,
    ];
    let [left, top, right, bottom] = [now.width, now.height, -1, -1];
    for (let at = 0; at < b.length; at++) {
      if (a[at] === b[at]) continue;
      const x = at % now.width;
      const y = (at - x) / now.width;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = y;
    }
    if (right === -1) return null;
    const [x, y] = [left - (left % 2), top - (top % 2)];
    return { x, y, width: right + 1 - x, height: bottom + 1 - y };
  }

  /**
   * Small, and no eye sees the difference; in a film, faults would add up from change to change. The
   * encoder's pictures without loss are larger than a PNG.
   */
  async function webpOf(canvas: OffscreenCanvas, quality: number): Promise<string> {
    const blob = await canvas.convertToBlob({ type: "image/webp", quality });
    const reader = new FileReader();
    const url = await new Promise<unknown>((resolve) => {
      reader.addEventListener("load", () => resolve(reader.result));
      reader.readAsDataURL(blob);
    });
    return String(url).replace(/^.*,/, "");
  }

  return { show, frame, still };
}
