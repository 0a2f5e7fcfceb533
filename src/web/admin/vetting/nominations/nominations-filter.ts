import type { DonationId, NominationId } from '#contract/ids.ts';
import { nominationStatuses } from '#core/vetting/nomination-status.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useListFilter } from '#web/admin/shared/use-list.ts';
import { useQueryState } from '#web/admin/ui/use-query-state.ts';
import { readId, withQuery } from '#web/client/paths.ts';

/* How the list of nominations is filtered, in its own address and in that of a nomination opened from it. */

/** The address has a parameter for each status, and leaves out those that are as at first. */
const isShownAtFirst = { pending: true, accepted: true, rejected: false, completed: false };
const status = {
  read: (query: URLSearchParams) =>
    nominationStatuses
      .filter((one) => (query.get(one) ?? String(isShownAtFirst[one])) === 'true')
      .join(),
  write: (value = nominationStatuses.join()) =>
    Object.fromEntries(
      nominationStatuses.map((one) => {
        const isShown = value.split(',').includes(one);
        return [one, isShown === isShownAtFirst[one] ? null : String(isShown)];
      }),
    ),
};
const hasUnreadAnswer = {
  read: (query: URLSearchParams) => (query.get('answers') === 'unread' ? 'true' : undefined),
  write: (value?: string) => ({ answers: value === undefined ? null : 'unread' }),
};

/** How the address writes what it writes otherwise than the call. */
export const inAddress = { status, hasUnreadAnswer, vettingState: 'check' };

/** The filter of the list that a nomination was opened from, and the parameters of links that keep it. */
export function useNominationsFilter() {
  const { query } = useQueryState();
  const donationId = readId<DonationId>(query.get('donationId'));
  const { filter, address } = useListFilter(endpoints.listNominations, { inAddress });
  return {
    filter,
    firstFor: donationId ?? undefined,
    address: { ...address, ...(donationId !== null && { donationId }) },
  };
}

/** The page of a nomination, which leads to the next one of the list. */
export function useNominationPath(): (id: NominationId) => string {
  const { address } = useNominationsFilter();
  return (id) => withQuery(paths.nominationWorkspace(id), address);
}
