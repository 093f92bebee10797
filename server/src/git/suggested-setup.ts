/** What prepares a fresh checkout, by a file that shows the package manager. First match wins. */
const SETUPS: readonly (readonly [file: string, command: string])[] = [
  ["bun.lock", "bun install --frozen-lockfile"],
  ["bun.lockb", "bun install --frozen-lockfile"],
  ["pnpm-lock.yaml", "pnpm install --frozen-lockfile"],
  [".yarnrc.yml", "yarn install --immutable"],
  ["yarn.lock", "yarn install --frozen-lockfile"],
  ["package-lock.json", "npm ci"],
  ["npm-shrinkwrap.json", "npm ci"],
  ["deno.lock", "deno install --frozen"],
  ["package.json", "npm install"],
  ["uv.lock", "uv sync --frozen"],
  ["poetry.lock", "poetry install"],
  ["pdm.lock", "pdm sync"],
  ["Pipfile.lock", "pipenv sync --dev"],
  ["requirements.txt", "python3 -m venv .venv && .venv/bin/pip install -r requirements.txt"],
  ["Gemfile.lock", "bundle install"],
  ["composer.lock", "composer install"],
  ["mix.lock", "mix deps.get"],
  ["Cargo.toml", "cargo fetch"],
  ["go.mod", "go mod download"],
];

/** For a directory with these files; null if none of them is known. */
export function suggestedSetup(files: readonly string[]): string | null {
  return SETUPS.find(([file]) => files.includes(file))?.[1] ?? null;
}
