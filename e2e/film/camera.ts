import type { Locator, Page } from "@playwright/test";
import type { Frame } from "./animated-webp.ts";
import type { Darkroom, Pointer } from "./darkroom.ts";

/** A movement takes this many frames of this length. */
const MOVE_FRAMES = 9;
const MOVE_FRAME_MS = 40;
const PRESS_MS = 160;

/** How long each new picture stays while something is followed: a second becomes a quarter. */
const FOLLOW_MS = 240;

interface Shot {
  /** null: the picture of the previous shot. */
  png: Buffer | null;
  pointer: Pointer;
  durationMs: number;
  /** A shot that looks like the previous one adds nothing, instead of prolonging it. */
  isOptional: boolean;
}

/** Films a page: one screenshot per scene, with a moving pointer, on its own clock. */
export function createCamera(page: Page, start: Omit<Pointer, "isPressed">) {
  const shots: Shot[] = [];
  let pointer: Pointer = { ...start, isPressed: false };

  const add = (durationMs: number, png: Buffer | null = null, isOptional = false) =>
    void shots.push({ png, pointer, durationMs, isOptional });

  async function shoot(durationMs: number, isOptional = false): Promise<void> {
    add(durationMs, await page.screenshot({ animations: "disabled" }), isOptional);
  }

  async function moveTo(target: Locator): Promise<void> {
    const box = await target.boundingBox();
    if (!box) throw new Error("What the pointer should go to cannot be seen.");
    const from = pointer;
    // Next to the words, so that they stay readable.
    const to = { x: box.x + box.width * 0.6, y: box.y + Math.min(box.height, 60) * 0.6 };
    for (let step = 1; step <= MOVE_FRAMES; step++) {
      const part = eased(step / MOVE_FRAMES);
      pointer = {
        x: from.x + (to.x - from.x) * part,
        y: from.y + (to.y - from.y) * part,
        isPressed: false,
      };
      add(MOVE_FRAME_MS);
    }
    await page.mouse.move(to.x, to.y);
  }

  return {
    shoot: (durationMs: number) => shoot(durationMs),

    async click(target: Locator): Promise<void> {
      await moveTo(target);
      await shoot(MOVE_FRAME_MS);
      pointer = { ...pointer, isPressed: true };
      add(PRESS_MS);
      pointer = { ...pointer, isPressed: false };
      await page.mouse.click(pointer.x, pointer.y);
    },

    /** Several letters at a time: single ones would be too quick to see on film. */
    async type(field: Locator, text: string): Promise<void> {
      for (const letters of text.match(/.{1,5}/gs) ?? []) {
        await field.pressSequentially(letters);
        await shoot(70);
      }
    },

    /** Every picture that differs, until it is over. */
    async follow(isOver: () => Promise<boolean>): Promise<void> {
      for (;;) {
        const wasOver = await isOver();
        await shoot(FOLLOW_MS, true);
        if (wasOver) return;
      }
    },

    develop: (darkroom: Darkroom) => develop(darkroom, shots),
  };
}

/** The viewer does not wait for this while the team works. */
async function develop(darkroom: Darkroom, shots: readonly Shot[]): Promise<Frame[]> {
  const frames: Frame[] = [];
  for (const { png, pointer, durationMs, isOptional } of shots) {
    if (png) await darkroom.show(png);
    const change = await darkroom.frame(pointer);
    if (change) frames.push({ ...change, durationMs });
    else if (!isOptional) frames.at(-1)!.durationMs += durationMs;
  }
  return frames;
}

/** Slow at both ends. */
function eased(part: number): number {
  return part * part * (3 - 2 * part);
}
