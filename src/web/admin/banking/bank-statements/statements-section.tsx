import { Button } from '@mantine/core';
import type { BankStatement } from '#contract/banking/bank-statements.ts';
import type { BankAccountId, BankStatementId } from '#contract/ids.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useEndpoint, useSend } from '#web/admin/client/use-endpoint.ts';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { EmptyNote } from '#web/admin/ui/empty-note.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { readId } from '#web/client/paths.ts';

/** The statements of an account, newest first. The address holds the dialog `remove`. */
export function StatementsSection({ id, mayRemove }: { id: BankAccountId; mayRemove: boolean }) {
  const statements = useEndpoint(endpoints.listBankStatements, { params: { id } });
  const remove = useModal('remove');
  const removeStatements = useSend(endpoints.removeStatements, {
    said: 'The statements were removed',
  });
  const file = statements.data?.find(({ isLast }) => isLast)?.fileName;
  // One file may have brought several statements; its button stands at the newest of them.
  const removable = mayRemove ? statements.data?.find(({ isLast }) => isLast)?.id : undefined;
  return (
    <TitledSection title="Statements">
      <CallState call={statements} failed="The statements could not be loaded." />
      {statements.data?.length === 0 && (
        <EmptyNote>
          No statement is imported yet. Your bank offers them as CAMT.053, OFX, or CSV files.
        </EmptyNote>
      )}
      {statements.data && statements.data.length > 0 && (
        <ul className="list" aria-label="Statements">
          {statements.data.map((statement) => (
            <StatementItem
              key={statement.id}
              statement={statement}
              onRemove={statement.id === removable ? () => remove.open(statement.id) : null}
            />
          ))}
        </ul>
      )}
      <ConfirmModal
        title="Remove the Last File"
        text={`Everything that ${file || 'the last file'} has brought will be removed: its statements, and the lines that were new in it. You can import it again.`}
        action="Remove"
        opened={mayRemove && remove.isOpen}
        onClose={remove.close}
        onConfirm={() =>
          removeStatements.mutateAsync({
            params: { id: readId<BankStatementId>(remove.value ?? '') },
          })
        }
      />
    </TitledSection>
  );
}

interface StatementItemProps {
  statement: BankStatement;
  onRemove: (() => void) | null;
}

function StatementItem({ statement, onRemove }: StatementItemProps) {
  const { firstDay, lastDay, openingCents, closingCents, lineCount, daysWithout } = statement;
  const days =
    firstDay === lastDay ? formatDay(firstDay) : `${formatDay(firstDay)} to ${formatDay(lastDay)}`;
  return (
    <li className="split lined pad-y-3 anywhere">
      <div>
        <p className="strong">{days}</p>
        <p className="soft">
          {`${countOf(lineCount, 'new line')}, imported from ${statement.fileName || 'a file'} by ${statement.importedBy} on ${formatDate(statement.createdAt)}`}
        </p>
        {daysWithout > 0 && (
          <p className="soft">
            {`No statement covers the ${daysWithout === 1 ? 'day' : `${daysWithout} days`} before. The balances agree.`}
          </p>
        )}
      </div>
      <div className="side">
        <p className="numbers">{`${formatCents(openingCents)} → ${formatCents(closingCents)}`}</p>
        {onRemove && (
          <Button size="sm" variant="subtle" color="clay" onClick={onRemove}>
            Remove the Last File
          </Button>
        )}
      </div>
    </li>
  );
}
