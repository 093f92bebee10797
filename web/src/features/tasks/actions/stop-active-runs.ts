import { lazyPiece } from "#components/lazy-piece.tsx";

/** Fetched while work is paused. */
export const StopActiveRuns = lazyPiece(
  async () => (await import("./stop-active-button.tsx")).StopActiveButton,
);
