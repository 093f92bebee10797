/** Each grammar that lowlight has in common, by the ends of file names. */
const LANGUAGES: Readonly<Record<string, string>> = {
  bash: "sh bash zsh ksh bats",
  c: "c h",
  cpp: "cc cpp cxx hh hpp hxx ino",
  csharp: "cs csx",
  css: "css",
  diff: "diff patch",
  go: "go",
  graphql: "graphql gql",
  ini: "ini toml cfg conf properties editorconfig",
  java: "java",
  javascript: "js jsx mjs cjs",
  json: "json jsonc json5 webmanifest map",
  kotlin: "kt kts",
  less: "less",
  lua: "lua",
  makefile: "mk mak makefile gnumakefile",
  markdown: "md markdown mdx",
  objectivec: "m mm",
  perl: "pl pm t",
  php: "php phtml",
  python: "py pyi pyw",
  r: "r",
  ruby: "rb rake gemspec gemfile rakefile podfile",
  rust: "rs",
  scss: "scss",
  sql: "sql",
  swift: "swift",
  typescript: "ts tsx mts cts",
  vbnet: "vb",
  wasm: "wat wast",
  xml: "xml html htm xhtml svg vue svelte plist xsd xsl rss csproj props targets",
  yaml: "yml yaml",
};

const BY_END: ReadonlyMap<string, string> = new Map(
  Object.entries(LANGUAGES).flatMap(([language, ends]) =>
    ends.split(" ").map((end) => [end, language] as const),
  ),
);

/** The language of a file, by its name. Null: it has no colours. */
export function languageOf(path: string): string | null {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return BY_END.get(name.slice(name.lastIndexOf(".") + 1)) ?? null;
}
