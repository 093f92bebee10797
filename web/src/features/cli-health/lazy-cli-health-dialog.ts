import { lazyPart } from "#components/lazy-part.tsx";

export const [LazyCliHealthDialog] = lazyPart(
  async () => (await import("./cli-health-dialog.tsx")).CliHealthDialog,
);
