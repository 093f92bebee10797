import type { Project } from "../project.ts";
import { named, type Invariant } from "./invariant.ts";

/** People's checkouts are as people left them, and no hook has run. */
export function createUntouchedProjects(projects: readonly Project[]): Invariant {
  return () =>
    projects.flatMap(({ path, differences }) =>
      named(`In the checkout ${path}, this is not as the person left it`, differences()),
    );
}
