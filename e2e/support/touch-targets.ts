import type { Page } from "@playwright/test";

/**
 * Targets too small for a finger, by what really answers it: the area around a control may be cut
 * off, or lie under that of another. Links in a text and numbers of lines are as high as a line.
 */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // 44, less a few where two of them meet.
    const SMALLEST = 40;
    const CONTROLS = "a[href], button, input, select, textarea, summary";
    const small: string[] = [];
    for (const control of document.querySelectorAll<HTMLElement>(CONTROLS)) {
      const isShown = control.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      if (!isShown || control.matches(".sr-only, .markdown *, [data-line]")) continue;
      control.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
      const own: Element[] = [
        control,
        ...(control.closest("label") ? [control.closest("label")!] : []),
      ];
      const { x, y, width, height } = control.getBoundingClientRect();
      const answersAt = (left: number, top: number) => {
        const hit = document.elementFromPoint(left, top);
        return hit !== null && own.some((each) => each.contains(hit));
      };
      const [left, top] = [x + width / 2, y + height / 2];
      // Behind something that is open, such as a dialog.
      if (!answersAt(left, top)) continue;
      let high = 1;
      for (let step = 1; step < 44 && answersAt(left, top - step); step++) high++;
      for (let step = 1; step < 44 && answersAt(left, top + step); step++) high++;
      if (high < SMALLEST) small.push(`${control.ariaLabel ?? control.textContent}: ${high} px`);
    }
    return small;
  });
}
