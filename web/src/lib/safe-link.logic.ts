/** A safe address for a link in a text, or null unless it leads to the web or a mailbox. */
export function safeLink(url: string): string | null {
  try {
    const { protocol, href } = new URL(url);
    return ["http:", "https:", "mailto:"].includes(protocol) ? href : null;
  } catch {
    // A relative address would lead into this page, which the author did not intend.
    return null;
  }
}
