import { useQueryClient } from '@tanstack/react-query';

/** Refreshes everything that shows where the money is. */
export function useRefreshMoney() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['donations'] }),
      queryClient.invalidateQueries({ queryKey: ['nominations'] }),
      queryClient.invalidateQueries({ queryKey: ['card-costs'] }),
    ]);
}
