import { expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { RepositoryFacts } from "@malamar/contract/repository.ts";
import { createTestApp } from "#testing/create-test-app.ts";
import { createRepositoryInTime } from "#testing/repository-in-time.ts";

const at = (path: string) => `/api/repository?path=${encodeURIComponent(path)}`;

test("people learn what a repository is before a team works there; scripts have to know", async () => {
  await using app = await createRepositoryInTime({
    files: { "package.json": "{}", "a/b.txt": "b" },
  });
  const { repository } = app;
  repository.write({ "uncommitted.txt": "mine" });
  const facts = await app.get<RepositoryFacts>(at(join(repository.path, "a")));
  expect(facts).toMatchObject({
    path: join(repository.path, "a"),
    problem: null,
    root: repository.path,
    prefix: "a/",
    branch: "main",
    branches: ["main"],
    uncommitted_files: 1,
  });
  const headers = { authorization: `Bearer ${app.token?.value ?? "x"}` };
  const { status, body } = await app.call<{ error: { message: string } }>("GET", at("/"), {
    headers,
  });
  expect(status).toBe(403);
  expect(body.error.message).toStartWith("Only a person who is logged in can browse");

  mkdirSync(join(app.dir, "plain"));
  for (const [path, problem] of [
    ["/etc/passwd/x", "/etc/passwd/x is not a git repository"],
    [join(app.dir, "plain"), `${join(app.dir, "plain")} is not a git repository`],
    [join(app.dir, "nowhere"), `${join(app.dir, "nowhere")} is not a git repository`],
    ["~", `${homedir()} is your home directory, or holds Malamar's data: choose a project`],
  ] as const) {
    expect((await app.get<RepositoryFacts>(at(path))).problem).toBe(problem);
  }
  expect(await app.refusal("GET", at("relative"))).toStartWith(
    "400 path: must be an absolute path",
  );
  expect(await app.refusal("GET", "/api/repository")).toStartWith("400 path: ");
  expect(await app.refusal("GET", at("/a\0b"))).toStartWith("400 path: ");
}, 30_000);

test("without git the answer says so", async () => {
  await using app = await createTestApp();
  const { body } = await app.call<RepositoryFacts>("GET", at("/tmp"));
  expect(body).toMatchObject({ git_version: null, problem: "git was not found", root: null });
}, 30_000);
