import { useEffect, useState } from "react";

/** Right after a start of Malamar a CLI may hang; nobody waits for that longer than this. */
const PATIENCE_MS = 1000;

/**
 * Stands where a banner may still come. What follows it is laid out, but not seen yet (styles/base.css):
 * it would move down under the eyes of whoever reads it.
 */
export function BannerToCome() {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsOver(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return !isOver && <span hidden data-slot="banner-to-come" />;
}
