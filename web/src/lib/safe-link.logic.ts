/** The address of a link in somebody's text, or null if it leads anywhere but to the web or a mailbox. */
export function safeLink(url: string): string | null {
  try {
    const { protocol, href } = new URL(url);
    return ["http:", "https:", "mailto:"].includes(protocol) ? href : null;
  } catch {
    // Relative ones would lead into this page, where the writer did not mean to.
    return null;
  }
}
