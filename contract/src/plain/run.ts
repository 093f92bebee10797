/** As many events as a page of a transcript has at most. */
export const MAX_TRANSCRIPT_PAGE = 1000;
