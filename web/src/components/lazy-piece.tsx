import { Suspense, lazy, type ComponentType, type ReactNode } from "react";

/**
 * A part of the page whose code is fetched on first render, because most visits do not need it. If
 * the fetch fails, the piece is left out and the page keeps working.
 */
export function lazyPiece<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  /** Shown until it is fetched. */
  fallback: ReactNode = null,
): ComponentType<Props> {
  const Piece = lazy<ComponentType<Props>>(() =>
    load().then(
      (Loaded) => ({ default: Loaded }),
      () => ({ default: () => null }),
    ),
  );
  return function LazyPiece(props: Props) {
    return (
      <Suspense fallback={fallback}>
        <Piece {...props} />
      </Suspense>
    );
  };
}
