import { useEffect } from "react";

let shownPage: string | null = null;
let waiting = 0;

/** Undefined leaves it to whoever lies over this page. */
export function useDocumentTitle(page: string | null | undefined) {
  useEffect(() => {
    if (page === undefined) return;
    shownPage = page;
    write();
  }, [page]);
}

/** How much waits for the person; it stands before every title, where a tab in the background shows it. */
export function setTitleCount(count: number) {
  waiting = count;
  write();
}

function write() {
  const title = shownPage === null ? "Malamar" : `${shownPage} · Malamar`;
  document.title = waiting === 0 ? title : `(${waiting}) ${title}`;
}
