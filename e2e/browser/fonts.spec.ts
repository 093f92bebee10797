import { expect, test } from "../support/fixtures.ts";

test("text is set in a font that ships with the page, and its fallback is as wide", async ({
  page,
}) => {
  const fetched: Promise<number>[] = [];
  page.on("response", (response) => {
    if (response.url().endsWith(".woff2"))
      fetched.push(response.body().then((body) => body.length));
  });
  await page.goto("/");
  await expect(page.getByRole("main").getByRole("link", { name: /Sample/ })).toBeVisible();

  const widths = await page.evaluate(async () => {
    const names = ["Inter", "Inter Fallback", "JetBrains Mono", "JetBrains Mono Fallback"];
    await Promise.all(names.map((name) => document.fonts.load(`100px "${name}"`)));
    const canvas = document.createElement("canvas").getContext("2d")!;
    return names.map((name) => {
      canvas.font = `100px "${name}", serif`;
      return canvas.measureText("The reviewer asked for a second look after 3 passes.").width;
    });
  });
  const [inter = 0, besideInter = 0, mono = 0, besideMono = 0] = widths;
  expect(Math.abs(besideInter / inter - 1)).toBeLessThan(0.03);
  expect(Math.abs(besideMono / mono - 1)).toBeLessThan(0.03);

  const sizes = await Promise.all(fetched);
  expect(sizes).toHaveLength(2);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(120 * 1024);
});

test("the licence of each font is in the executable", async ({ page }) => {
  for (const font of ["inter", "jetbrains-mono"]) {
    const response = await page.request.get(`/licenses/${font}.txt`);
    expect(await response.text()).toContain("SIL Open Font License");
  }
});
