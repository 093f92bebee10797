import { useEffect } from "react";

let shownPage: string | null = null;
let waiting = 0;

/** Undefined leaves the title to a layer above this page. */
export function useDocumentTitle(page: string | null | undefined) {
  useEffect(() => {
    if (page === undefined) return;
    shownPage = page;
    write();
  }, [page]);
}

/** The number of waiting items, in front of every title, so that a background tab shows it. */
export function setTitleCount(count: number) {
  waiting = count;
  write();
}

function write() {
  const title = shownPage === null ? "Malamar" : `${shownPage} · Malamar`;
  document.title = waiting === 0 ? title : `(${waiting}) ${title}`;
}
