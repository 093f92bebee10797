import { useEffect, useState } from "react";

/**
 * Replaces the package `react-style-singleton` (see the alias in vite.config.ts), which Radix uses
 * to lock the page's scrolling while a dialog is open. The original appends a <style> tag, which
 * the Content-Security-Policy refuses. A constructed style sheet is allowed.
 *
 * As in the original, only the first user's rules apply, until the last one is gone.
 */
export function styleSingleton() {
  let users = 0;
  let sheet: CSSStyleSheet | null = null;

  function add(css: string) {
    users += 1;
    if (users > 1) return;
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
  }

  function remove() {
    users -= 1;
    if (users > 0) return;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    sheet = null;
  }

  return function StyleSingleton({ styles }: { styles: string }) {
    // Keeps the rules of the first render. Measuring again while scrolling is locked would give
    // wrong values.
    const [rules] = useState(styles);
    useEffect(() => {
      add(rules);
      return remove;
    }, [rules]);
    return null;
  };
}
