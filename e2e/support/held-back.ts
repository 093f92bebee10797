import type { Page } from "@playwright/test";

/** A promise that is settled from outside. */
export function createGate(): { isOpen: Promise<void>; open: () => void } {
  let open = () => {};
  const isOpen = new Promise<void>((resolve) => (open = resolve));
  return { isOpen, open };
}

/** Holds requests to the server until they are released. */
export async function holdBack(page: Page, address: string, method: string): Promise<() => void> {
  const gate = createGate();
  await page.route(address, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    await gate.isOpen;
    await route.continue();
  });
  return gate.open;
}
