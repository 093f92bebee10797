/** Where an article is on the page. */
export function helpPath(slug: string): string {
  return `/help/${slug}`;
}

/** Articles name each other as files: `writing-instructions.md`. Null for every other address. */
export function articleLink(url: string): string | null {
  const [, slug] = /^([a-z0-9-]+)\.md$/.exec(url) ?? [];
  return slug === undefined ? null : helpPath(slug);
}

/** What comes after the title and the summary, which the page shows itself. */
export function articleBody(content: string): string {
  return content.replace(/^# .+\n+.+\n+/, "");
}

export type Chapter = { title: string; anchor: string };

/** The headings of the second level; a `##` within an example is none. */
export function chaptersOf(content: string): Chapter[] {
  const withoutExamples = content.replaceAll(/^(`{3,}).*?^\1$/gms, "");
  return [...withoutExamples.matchAll(/^## (.+)$/gm)].map(([, heading = ""]) => {
    const title = heading.replaceAll("`", "");
    return { title, anchor: anchorOf(title) };
  });
}

/** A heading as a part of an address: "It never stops" is `it-never-stops`. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
}
