import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { awaitsApproval } from '#web/admin/client/awaits-approval.ts';
import { BrowserError } from '#web/admin/client/browser-error.ts';
import { failureMessage } from '#web/admin/client/failure-message.ts';
import { sessionQuery } from '#web/admin/client/session.ts';
import { isRefusal } from '#web/client/api-client.ts';
import { notifyError, notifySuccess } from '#web/ui/notify.ts';

/* When what was read is read again. */

const tell = (error: unknown) => {
  // Not a failure but the next step: the login form asks for the code.
  if (isRefusal(error, 'second_factor_required')) return;
  notifyError(error instanceof BrowserError ? error.message : failureMessage(error));
  // A role was taken away since the session was loaded, or a second factor is needed now: the page shows what is left.
  if (isRefusal(error, 'not_allowed') || isRefusal(error, 'second_factor_missing')) {
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey, exact: true });
  }
};

/** No retry and no refetch on focus. Every failure shows a notice. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: tell }),
  mutationCache: new MutationCache({
    onError: tell,
    onSuccess: (response) => {
      if (awaitsApproval(response)) notifySuccess(response.message);
    },
  }),
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
    // A form sent offline must say so instead of silently waiting for the network.
    mutations: { retry: false, networkMode: 'always' },
  },
});
