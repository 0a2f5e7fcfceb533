import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { errorMessage, isRefusal } from '#web/client/api-client.ts';
import { notifyError } from '#web/ui/notify.ts';

const tell = (error: unknown) => {
  // Not a failure but the next step: the login form asks for the code.
  if (!isRefusal(error, 'second_factor_required')) notifyError(errorMessage(error));
};

/** No retry and no refetch on focus. Every failure shows a notice. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: tell }),
  mutationCache: new MutationCache({ onError: tell }),
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
    // A form sent offline must say so instead of silently waiting for the network.
    mutations: { retry: false, networkMode: 'always' },
  },
});
