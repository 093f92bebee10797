import { expect, test } from "../support/fixtures.ts";

test.use({
  args: ["--token", "open-sesame-says-ali"],
  allowedNoise: /401 \(Unauthorized\)|429/,
});

test("the page asks for a required token once", async ({ page, context }) => {
  await page.goto("/?q=sam");
  await expect(page).toHaveURL(/\/login\?next=/);
  await expect(page.getByLabel("Token")).toBeFocused();
  await page.keyboard.type("open barley");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText("That token isn't right.")).toBeVisible();
  await expect(page.getByLabel("Token")).toHaveAccessibleDescription(/That token isn't right/);

  await page.getByLabel("Token").fill("open-sesame-says-ali");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("main").getByRole("link", { name: /Sample/ })).toBeVisible();
  await expect(page).toHaveURL(/\/\?q=sam$/);

  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict" });
  expect(cookie!.name).toMatch(/^malamar_[0-9a-f]{16}$/);
  await page.reload();
  await expect(page.getByRole("main").getByRole("link", { name: /Sample/ })).toBeVisible();
});

test("live updates work behind the token too", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Token").fill("open-sesame-says-ali");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main").getByRole("link", { name: /Sample/ })).toBeVisible();
  const response = await page.request.post("/api/workspaces", {
    data: { title: "New" },
    headers: { authorization: "Bearer open-sesame-says-ali" },
  });
  expect(response.status()).toBe(201);
  await expect(page.getByRole("main").getByRole("link", { name: /^New/ })).toBeVisible();
});

test("too many wrong tokens are answered with a waiting time, and then the right one gets in", async ({
  page,
}) => {
  await page.goto("/login");
  for (let n = 0; n < 10; n++) {
    await page.request.post("/api/login", { data: { token: `guess-${n}` } });
  }
  await page.getByLabel("Token").fill("open barley");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByText(/Too many wrong tokens. Try again in \d+ seconds/)).toBeVisible();
  await page.getByLabel("Token").fill("open-sesame-says-ali");
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("main").getByRole("link", { name: /Sample/ })).toBeVisible();
});

test("the login never leads to another site", async ({ page, malamar }) => {
  for (const next of [
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example",
    "javascript:alert(1)",
  ]) {
    await page.goto(`/login?next=${encodeURIComponent(next)}`);
    await page.getByLabel("Token").fill("open-sesame-says-ali");
    await page.getByRole("button", { name: "Log in" }).click();
    await expect(page.getByRole("main").getByRole("link", { name: /Sample/ })).toBeVisible();
    expect(new URL(page.url()).origin).toBe(malamar.url);
  }
});
