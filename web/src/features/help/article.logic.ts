export function helpPath(slug: string): string {
  return `/help/${slug}`;
}

/** Articles link to each other as files: `writing-instructions.md`. Null for other addresses. */
export function articleLink(url: string): string | null {
  const [, slug] = /^([a-z0-9-]+)\.md$/.exec(url) ?? [];
  return slug === undefined ? null : helpPath(slug);
}

/** The article without its title and summary, which the page shows itself. */
export function articleBody(content: string): string {
  return content.replace(/^# .+\n+.+\n+/, "");
}

export type Chapter = { title: string; anchor: string };

/** The second-level headings. A `##` within an example does not count. */
export function chaptersOf(content: string): Chapter[] {
  const withoutExamples = content.replaceAll(/^(`{3,}).*?^\1$/gms, "");
  return [...withoutExamples.matchAll(/^## (.+)$/gm)].map(([, heading = ""]) => {
    const title = heading.replaceAll("`", "");
    return { title, anchor: anchorOf(title) };
  });
}

/** A heading as an anchor: "It never stops" becomes `it-never-stops`. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
}
