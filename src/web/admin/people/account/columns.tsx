import { Button } from '@mantine/core';
import type { Account } from '#contract/people/account.ts';
import { formatMoment } from '#web/admin/client/dates.ts';
import { useEndOneSession } from '#web/admin/queries/account.ts';
import { actionsHeading, type Columns } from '#web/admin/ui/data-table.tsx';
import { RowActions } from '#web/admin/ui/row-actions.tsx';
import { focusContent } from '#web/ui/focus-content.ts';

type OwnSession = Account['sessions'][number];

export const sessionColumns: Columns<OwnSession> = [
  {
    header: 'Browser',
    meta: { onPhone: 'title' },
    cell: ({ row: { original } }) => (
      <span>
        {original.browser}
        {original.isCurrent && <span className="soft"> (this one)</span>}
      </span>
    ),
  },
  {
    header: 'Signed In',
    meta: { onPhone: 'labeled' },
    accessorFn: ({ createdAt }) => formatMoment(createdAt),
  },
  {
    header: 'Last Seen',
    meta: { onPhone: 'labeled' },
    accessorFn: ({ lastSeenAt }) => formatMoment(lastSeenAt),
  },
  {
    ...actionsHeading,
    cell: ({ row }) => <SessionActions session={row.original} />,
  },
];

function SessionActions({ session: { id, browser, isCurrent } }: { session: OwnSession }) {
  const endSession = useEndOneSession();
  // "Logout" in the header signs out this browser.
  if (isCurrent) return null;
  return (
    <RowActions>
      <Button
        variant="default"
        size="sm"
        aria-label={`Sign out ${browser}`}
        loading={endSession.isPending}
        onClick={() => endSession.mutate(id, { onSuccess: focusContent })}
      >
        Sign Out
      </Button>
    </RowActions>
  );
}
