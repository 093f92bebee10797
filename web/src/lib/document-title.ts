import { useEffect } from "react";

export function useDocumentTitle(page: string | null) {
  useEffect(() => {
    document.title = page === null ? "Malamar" : `${page} · Malamar`;
  }, [page]);
}
