import { useEffect, useState } from "react";

/**
 * Stands in for the package `react-style-singleton` (see the alias in vite.config.ts), through which
 * Radix locks the page's scrolling while a dialog is open. The original appends a <style> tag, which
 * the Content-Security-Policy refuses; a constructed style sheet is allowed.
 *
 * As in the original, only the first user's rules count, until the last one is gone.
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
    // The rules of the first render stay: measured again while scrolling is locked they would be wrong.
    const [rules] = useState(styles);
    useEffect(() => {
      add(rules);
      return remove;
    }, [rules]);
    return null;
  };
}
