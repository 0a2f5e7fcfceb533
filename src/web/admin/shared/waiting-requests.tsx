import type { RequestOf } from '#contract/endpoint.ts';
import type { listWaiting } from '#contract/people/approvals.ts';
import { approvalKinds } from '#core/people/approvals.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useEndpoint } from '#web/admin/client/use-endpoint.ts';
import { PageLink } from '#web/admin/shared/page-link.tsx';
import { Note } from '#web/ui/note.tsx';

/** Says what somebody has asked for about an item, or of a kind, that waits for a second person; nothing if nothing does. */
export function WaitingRequests(of: RequestOf<typeof listWaiting>['query']) {
  const { data = [] } = useEndpoint(endpoints.listWaiting, { query: of });
  return data.map(({ id, kind, requestedBy, createdAt, mayOpen }) => {
    const what = `${approvalKinds[kind].name}, asked for by ${requestedBy} on ${formatDate(createdAt)}`;
    return (
      <Note key={id}>
        Waits for a second person:{' '}
        {mayOpen ? <PageLink to={`${paths.admin.approvals}?manage=${id}`}>{what}</PageLink> : what}.
      </Note>
    );
  });
}
