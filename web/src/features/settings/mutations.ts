import type { NotificationChannel, Settings, UpdateSettings } from "@malamar/contract/settings.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { answer, api } from "#lib/api.ts";
import { settingsQueries } from "./queries.ts";

/** Saves only the given fields. They may contain secrets, so the mutation is not kept in memory. */
export function useSaveSettings() {
  const queryClient = useQueryClient();
  const { mutateAsync, reset, isPending } = useMutation({
    gcTime: 0,
    mutationFn: (input: UpdateSettings) => answer(api.settings.$put({ json: input })),
    onSuccess: (settings) => queryClient.setQueryData(settingsQueries.all(), settings),
  });
  const save = async (input: UpdateSettings): Promise<Settings> => {
    try {
      return await mutateAsync(input);
    } finally {
      reset();
    }
  };
  return { save, isPending };
}

export function useTestNotification(channel: NotificationChannel) {
  return useMutation({
    mutationFn: () => answer(api.settings["test-notification"].$post({ json: { channel } })),
  });
}
