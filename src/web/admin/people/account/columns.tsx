import { Button } from '@mantine/core';
import type { Account } from '#contract/people/account.ts';
import { formatDate, formatMoment } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import { actionsHeading, type Columns } from '#web/admin/ui/data-table.tsx';
import { RowActions } from '#web/admin/ui/row-actions.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { focusContent } from '#web/ui/focus-content.ts';

/* The columns of somebody's own sessions and passkeys. */

type OwnSession = Account['sessions'][number];

export const sessionColumns: Columns<OwnSession> = [
  {
    header: 'Browser',
    onPhone: 'title',
    show: ({ browser, isCurrent }) => (
      <span>
        {browser}
        {isCurrent && <span className="soft"> (this one)</span>}
      </span>
    ),
  },
  { header: 'Signed In', onPhone: 'labeled', value: ({ createdAt }) => formatMoment(createdAt) },
  { header: 'Last Seen', onPhone: 'labeled', value: ({ lastSeenAt }) => formatMoment(lastSeenAt) },
  { ...actionsHeading, show: (session) => <SessionActions session={session} /> },
];

type Passkey = Account['passkeys'][number];

export const passkeyColumns: Columns<Passkey> = [
  { header: 'Name', onPhone: 'title', value: ({ name }) => name },
  { header: 'Added', onPhone: 'labeled', value: ({ createdAt }) => formatDate(createdAt) },
  {
    header: 'Last Used',
    onPhone: 'labeled',
    value: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : formatMoment(lastUsedAt)),
  },
  { ...actionsHeading, show: (passkey) => <PasskeyActions passkey={passkey} /> },
];

function PasskeyActions({ passkey: { id, name } }: { passkey: Passkey }) {
  const rename = useModal('rename');
  const remove = useModal('remove');
  return (
    <RowActions>
      <Button
        variant="default"
        size="sm"
        aria-label={`Rename ${name}`}
        onClick={() => rename.open(id)}
      >
        Rename
      </Button>
      <Button
        variant="default"
        size="sm"
        aria-label={`Remove ${name}`}
        onClick={() => remove.open(id)}
      >
        Remove
      </Button>
    </RowActions>
  );
}

function SessionActions({ session: { id, browser, isCurrent } }: { session: OwnSession }) {
  const endSession = useSend(endpoints.endOneSession, {
    said: 'That browser was signed out',
    onDone: focusContent,
  });
  // "Logout" in the header signs out this browser.
  if (isCurrent) return null;
  return (
    <RowActions>
      <Button
        variant="default"
        size="sm"
        aria-label={`Sign out ${browser}`}
        loading={endSession.isPending}
        onClick={() => endSession.mutate({ params: { id } })}
      >
        Sign Out
      </Button>
    </RowActions>
  );
}
