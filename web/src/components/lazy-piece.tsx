import { Suspense, lazy, type ComponentType, type ReactNode } from "react";

/**
 * A piece of the page whose code is fetched when it is first shown, because most visits do not need
 * it. What cannot be fetched is left out, and the page goes on.
 */
export function lazyPiece<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  /** What stands there until it is fetched. */
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
