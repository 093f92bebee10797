import type { Context, Next } from "hono";
import { UnsupportedPathError } from "hono/router";
import { RegExpRouter } from "hono/router/reg-exp-router";
import type { RequestEnv } from "./api.ts";
import { descriptionOf } from "./describe.ts";
import type { Permit, RequirePermit } from "./permit.ts";

type Handler = (c: Context<RequestEnv>, next: Next) => unknown;

/**
 * Hono's fastest router, which answers no route whose permit was not checked. The check is part of
 * the first handler, and descriptions are left out: a route with a single handler is answered
 * without a promise, a fifth faster. A path without an id that it cannot tell from others at a
 * glance, such as /a/b from /a/:id/c, is looked up by its whole name if it is registered after
 * them.
 */
export class AnsweringRouter<Route> extends RegExpRouter<Route> {
  readonly #requirePermit: RequirePermit;
  /** Described, but without a handler yet; null once it has one. */
  readonly #permits = new Map<string, Permit | null>();

  /** Paths that the combined pattern cannot hold. */
  readonly #exact: { method: string; path: string; route: Route }[] = [];

  constructor(requirePermit: RequirePermit) {
    super();
    this.#requirePermit = requirePermit;
  }

  override add(method: string, path: string, route: Route): void {
    // Hono registers pairs of a handler and what it knows about the route.
    const [handler, ...known] = route as unknown as [Handler, ...unknown[]];
    const name = `${method} ${path}`;
    const description = descriptionOf(handler);
    if (description) return void this.#permits.set(name, description.permit);
    const permit = this.#permits.get(name);
    if (permit === undefined) {
      throw new Error(`${name} does not say what it needs: begin it with describe().`);
    }
    if (permit === null) return this.#register(method, path, route);
    this.#permits.set(name, null);
    const permitted: Handler = (c, next) => {
      this.#requirePermit(permit, c);
      return handler(c, next);
    };
    this.#register(method, path, [permitted, ...known] as unknown as Route);
  }

  #register(method: string, path: string, route: Route): void {
    try {
      super.add(method, path, route);
    } catch (error) {
      if (!(error instanceof UnsupportedPathError) || path.includes(":")) throw error;
      this.#exact.push({ method, path, route });
    }
  }

  protected override buildAllMatchers() {
    const matchers = super.buildAllMatchers();
    for (const { method, path, route } of this.#exact) {
      const known = matchers[method]![2];
      const routes = known[path]?.[0] ?? [];
      known[path] = [[...routes, [route, {}]], []] as (typeof known)[string];
    }
    return matchers;
  }
}
