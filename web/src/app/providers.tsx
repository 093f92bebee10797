import { QueryClientProvider, type QueryClient } from "@tanstack/react-query";
import { ThemeProvider } from "next-themes";
import type { ReactNode } from "react";
import { TooltipLayer } from "#components/ui/tooltip-layer.tsx";

type ProvidersProps = { queryClient: QueryClient; children: ReactNode };

export function Providers({ queryClient, children }: ProvidersProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <ThemeProvider
        attribute="class"
        storageKey="theme"
        // index.html already has this script. As a data block it is inert, and React does not warn
        // about it.
        scriptProps={{ type: "application/json" }}
      >
        {children}
        <TooltipLayer />
      </ThemeProvider>
    </QueryClientProvider>
  );
}
