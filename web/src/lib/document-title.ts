import { useEffect } from "react";

/** Undefined leaves it to whoever lies over this page. */
export function useDocumentTitle(page: string | null | undefined) {
  useEffect(() => {
    if (page !== undefined) document.title = page === null ? "Malamar" : `${page} · Malamar`;
  }, [page]);
}
