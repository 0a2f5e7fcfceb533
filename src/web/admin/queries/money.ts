import { useQueryClient } from '@tanstack/react-query';

/**
 * Refreshes everything that shows where the money is. That is nearly all that the team sees, the desk in the frame of each
 * page, too: what is on the screen is read again, and the rest when it is shown, without a list that forgets the newest.
 */
export function useRefreshMoney() {
  const queryClient = useQueryClient();
  return () =>
    queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
}
