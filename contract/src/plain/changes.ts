/** A larger file is not sent. */
export const MOST_BLOB_BYTES = 10 * 1024 * 1024;

/** In one review. */
export const MOST_REVIEW_COMMENTS = 500;

/** Enough to recognise the place; whoever reads it has the file. */
export const MOST_QUOTED_LINES = 6;

/** More than anyone recognises a place by, even in lines without end. */
export const MOST_QUOTED_CHARACTERS = 10_000;
