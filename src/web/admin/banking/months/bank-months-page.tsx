import { Button } from '@mantine/core';
import type { BankMonth, BankMonths } from '#contract/banking/bank-months.ts';
import type { MonthLockId } from '#contract/ids.ts';
import { agrees, onItsWayDays, totalUnderway } from '#core/banking/agreement.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { formatMonth } from '#core/platform/months.ts';
import classes from '#web/admin/banking/months/bank-months-page.module.css';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint, useSend } from '#web/admin/client/use-endpoint.ts';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';
import { ReasonModal } from '#web/admin/shared/reason-modal.tsx';
import { WaitingRequests } from '#web/admin/shared/waiting-requests.tsx';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { EmptyNote } from '#web/admin/ui/empty-note.tsx';
import { PageHeader, PageLead } from '#web/admin/ui/page-header.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { readId } from '#web/client/paths.ts';
import { Money } from '#web/shared/money.tsx';

/** Whether books, payment provider, and bank agree, by month. The address holds the dialogs `lock` and `unlock`. */
export default function BankMonthsPage() {
  const months = useEndpoint(endpoints.listBankMonths);
  const mayWrite = useMay('money.write');
  const lock = useModal('lock');
  const unlock = useModal('unlock');
  const lockMonth = useSend(endpoints.lockMonth, { said: 'The month is locked' });
  return (
    <>
      <PageHeader title="Months" back={{ to: paths.admin.bank, text: 'Back to Bank' }} />
      <WaitingRequests kind="month" />
      <PageLead>
        What the books hold must be at the payment provider, at the bank, or on its way. Whatever is
        left of that is the difference.
      </PageLead>
      <CallState call={months} failed="The months could not be loaded." />
      {months.data && <Opening months={months.data} />}
      {months.data?.months.map((month) => (
        <Month
          key={month.month}
          month={month}
          onLock={mayWrite ? () => lock.open(month.month) : null}
          onUnlock={mayWrite && month.lock ? () => unlock.open(month.lock?.id) : null}
        />
      ))}
      <ConfirmModal
        title="Lock a Month"
        text={`The figures of ${lock.value ? formatMonth(lock.value) : 'this month'} and of all months before it stay as they are: nothing can be imported, matched, received, or paid in them anymore.`}
        action="Lock"
        opened={mayWrite && lock.isOpen}
        onClose={lock.close}
        onConfirm={() => lockMonth.mutateAsync({ body: { month: lock.value ?? '' } })}
      />
      <ReasonModal
        title="Unlock a Month"
        text="Its figures can change again. While approvals by a second person are on, somebody else has to approve it."
        action="Unlock"
        hint="Your team can read it in the audit trail."
        to={endpoints.unlockMonth}
        said="The month is open again"
        params={{ id: readId<MonthLockId>(unlock.value ?? '') }}
        opened={mayWrite && unlock.isOpen}
        onClose={unlock.close}
      />
    </>
  );
}

function Opening({ months: { coverage, isOtherCurrency } }: { months: BankMonths }) {
  if (coverage === null) {
    return <EmptyNote>No statement of a bank account is imported yet.</EmptyNote>;
  }
  if (isOtherCurrency) {
    return (
      <EmptyNote>
        The payment provider keeps your money in another currency than the books, so they cannot be
        compared to the cent.
      </EmptyNote>
    );
  }
  return (
    <p className="soft">
      {`The statements begin on ${formatDay(coverage.firstDay)} with ${formatCents(coverage.openingCents)}. What was before cannot be compared: whatever of it the books did not need on that day is taken as other money of the charity.`}
    </p>
  );
}

interface MonthProps {
  month: BankMonth;
  onLock: (() => void) | null;
  onUnlock: (() => void) | null;
}

function Month({ month, onLock, onUnlock }: MonthProps) {
  const { figures, isComplete, isLocked, lock, isLastLock } = month;
  const { donors, operations, provider, bank, underway, unmatched, other, difference } = figures;
  const rows: [string, number][] = [
    ['At the payment provider', provider],
    ['At the bank', bank],
    ['Payments and costs that one side does not have yet', underway.payments],
    ['Payouts on their way to the bank', underway.payouts],
    ['Checks, cash, and transfers not at the bank yet', underway.gifts],
    ['Expenses that have not left the bank yet', underway.expenses],
    ['Transfers between accounts on their way', underway.transfers],
    ['Lines that are not matched, taken off', -unmatched],
    ['Other money of the charity, taken off', -other],
  ];
  const shown = rows.filter(([, cents], place) => place < 2 || cents !== 0);
  return (
    <TitledSection title={formatMonth(month.month)}>
      <p className="strong">{describe(month)}</p>
      <table className={`full ${classes.table}`}>
        <caption className={classes.caption}>{`At the end of ${formatDay(figures.day)}`}</caption>
        <tbody>
          {shown.map(([name, cents]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>
                <Money cents={cents} />
              </td>
            </tr>
          ))}
          <tr className={classes.sum}>
            <th scope="row">Total</th>
            <td>
              <Money cents={provider + bank + totalUnderway(figures) - unmatched - other} />
            </td>
          </tr>
          <tr>
            <th scope="row">Held for donors, by the books</th>
            <td>
              <Money cents={donors} />
            </td>
          </tr>
          <tr>
            <th scope="row">Operations money, by the books</th>
            <td>
              <Money cents={operations} />
            </td>
          </tr>
          <tr className={classes.sum}>
            <th scope="row">Difference</th>
            <td>
              <Money cents={difference} />
            </td>
          </tr>
        </tbody>
      </table>
      {lock && <p className="soft">{`Locked by ${lock.by} on ${formatDate(lock.at)}.`}</p>}
      {isLocked && !lock && <p className="soft">Locked with a later month.</p>}
      {!isLocked && isComplete && onLock && (
        <Button variant="default" onClick={onLock}>
          {`Lock ${formatMonth(month.month)}`}
        </Button>
      )}
      {isLastLock && onUnlock && (
        <Button variant="subtle" onClick={onUnlock}>
          {`Unlock ${formatMonth(month.month)}`}
        </Button>
      )}
    </TitledSection>
  );
}

function describe({ figures, isComplete }: BankMonth): string {
  const until = isComplete ? '' : `So far, until ${formatDay(figures.day)}: `;
  const { difference, overdue, unmatchedLines } = figures;
  if (agrees(figures)) return `${until}Books, payment provider, and bank agree to the cent.`;
  const open = [
    overdue > 0 && `${countOf(overdue, 'item')} on the way for more than ${onItsWayDays} days`,
    unmatchedLines > 0 && `${countOf(unmatchedLines, 'line')} not matched`,
  ].filter((part) => part !== false);
  if (difference === 0) return `${until}No difference, but ${open.join(', and ')}.`;
  const amount = `${formatCents(Math.abs(difference))} ${difference > 0 ? 'too much' : 'missing'}`;
  return `${until}They do not agree: ${[amount, ...open].join(', ')}.`;
}
