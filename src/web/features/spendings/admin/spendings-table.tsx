import { Button } from '@mantine/core';
import { useState } from 'react';
import { originalPath } from '#contract/publishing/file-paths.ts';
import type { Spending } from '#contract/spending/expenses.ts';
import { formatDate } from '#core/dates.ts';
import { formatCents, sumCents } from '#core/money.ts';
import { proofKinds } from '#core/proof-kinds.ts';
import {
  useReleaseLeftovers,
  useSpendings,
  useUndoSpending,
} from '#web/admin/queries/expenses.ts';
import { ReasonModal } from '#web/features/spendings/admin/reason-modal.tsx';
import { RecordSpendingModal } from '#web/admin/spending/expenses/record-expense-form.tsx';
import classes from '#web/styles/proof.module.css';
import { Detail, DetailList } from '#web/ui/detail-list.tsx';
import { ErrorNotice } from '#web/ui/error-notice.tsx';
import { Money } from '#web/shared/money.tsx';
import { ProgressRing } from '#web/ui/progress-ring.tsx';
import { useLastValue } from '#web/ui/use-last-value.ts';

interface SpendingsTableProps {
  nominationId: string;
  receivedCents: number;
  /** Only an accepted or completed nomination has money to spend. */
  canSpend: boolean;
}

/** What a nomination received, what was paid with it, and what is left. */
export function SpendingsTable({ nominationId, receivedCents, canSpend }: SpendingsTableProps) {
  const spendings = useSpendings(nominationId);
  const undo = useUndoSpending(nominationId);
  const release = useReleaseLeftovers(nominationId);
  const [dialog, setDialog] = useState<'record' | 'release' | null>(null);
  const [toUndo, setToUndo] = useState<Spending | null>(null);
  const undone = useLastValue(toUndo);
  const spent = sumCents(
    (spendings.data ?? []).filter(({ undoneAt }) => undoneAt === null).map(({ amount }) => amount),
  );
  const left = receivedCents - spent;
  return (
    <section className={classes.section} aria-labelledby="spending-title">
      <h2 id="spending-title">Spending</h2>
      {spendings.isPending && <ProgressRing />}
      {spendings.isError && (
        <ErrorNotice
          text="The payments could not be loaded."
          onRetry={() => void spendings.refetch()}
        />
      )}
      {spendings.data && (
        <>
          <DetailList>
            <Detail name="Received">
              <Money cents={receivedCents} />
            </Detail>
            <Detail name="Spent">
              <Money cents={spent} />
            </Detail>
            <Detail name="Left">
              <strong>
                <Money cents={left} />
              </strong>
            </Detail>
          </DetailList>
          <div className={classes.actions}>
            {canSpend && <Button onClick={() => setDialog('record')}>Record a payment</Button>}
            {left > 0 && (
              <Button variant="default" onClick={() => setDialog('release')}>
                Release what is left
              </Button>
            )}
          </div>
          {spendings.data.length === 0 && (
            <p className={classes.small}>Nothing has been paid yet.</p>
          )}
          <ul className={classes.payments} aria-label="Payments">
            {spendings.data.map((each) => (
              <Payment key={each.id} spending={each} onUndo={() => setToUndo(each)} />
            ))}
          </ul>
        </>
      )}
      <RecordSpendingModal
        nominationId={nominationId}
        leftCents={left}
        opened={dialog === 'record'}
        onClose={() => setDialog(null)}
      />
      <ReasonModal
        title="Undo Payment"
        text={`${formatCents(undone?.amount ?? 0)} paid to ${undone?.payee ?? ''} count as not spent again. The payment stays in the list, struck through.`}
        action="Undo"
        about={undone?.id ?? ''}
        opened={toUndo !== null}
        onClose={() => setToUndo(null)}
        onConfirm={(sent) => undo.mutateAsync({ id: undone?.id ?? '', ...sent })}
      />
      <ReasonModal
        title="Release What Is Left"
        text={`${formatCents(left)} go back to the gifts they came from and can be allocated anew.`}
        action="Release"
        about={nominationId}
        opened={dialog === 'release'}
        onClose={() => setDialog(null)}
        onConfirm={release.mutateAsync}
      />
    </section>
  );
}

function Payment({ spending, onUndo }: { spending: Spending; onUndo: () => void }) {
  const { payee, paidOn, amount, purpose, proof, receiptIds, undoneReason } = spending;
  const isUndone = undoneReason !== null;
  const Text = isUndone ? 's' : 'span';
  return (
    <li className={classes.payment}>
      <div>
        <p className={classes.payee}>
          <Text>{payee}</Text>
        </p>
        <p>
          <Text>{purpose}</Text>
        </p>
        {isUndone ? (
          <p>Undone: {undoneReason}</p>
        ) : (
          <p className={classes.small}>
            {formatDate(paidOn, 'UTC')}, {proofKinds[proof]}{' '}
            {receiptIds.map((id, index) => (
              <a key={id} href={originalPath(id)} target="_blank" rel="noreferrer">
                {`Receipt ${index + 1} `}
              </a>
            ))}
          </p>
        )}
      </div>
      <div className={classes.amount}>
        <p>
          <Text>
            <Money cents={amount} />
          </Text>
        </p>
        {!isUndone && (
          <Button
            size="sm"
            variant="subtle"
            color="clay"
            aria-label={`Undo the payment to ${payee}`}
            onClick={onUndo}
          >
            Undo
          </Button>
        )}
      </div>
    </li>
  );
}
