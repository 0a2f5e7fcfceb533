import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { Deposit, DepositLine } from '#contract/giving/deposits.ts';
import { depositKinds, type LineReturn, lineReturns, returnsOf } from '#core/giving/deposits.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useMay } from '#web/admin/client/session.ts';
import { ReasonModal } from '#web/admin/shared/reason-modal.tsx';
import { EmptyNote } from '#web/admin/ui/empty-note.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';
import { useLastValue } from '#web/admin/ui/use-last-value.ts';
import { useModal } from '#web/admin/ui/use-modal.ts';

/** The lines of a deposit. The address holds the dialog `return`, with what happened and the line. */
export function DepositLines({ deposit: { lines } }: { deposit: Deposit }) {
  const returning = useModal('return');
  const mayWrite = useMay('money.write');
  const [how = '', id = ''] = returning.value?.split(' ') ?? [];
  const line = lines.find((one) => one.id === id && one.returned === null);
  const known = line && returnsOf(line.kind).find((one) => one === how);
  const asked = line && known ? { line, how: known } : null;
  return (
    <TitledSection title="Lines">
      {lines.length === 0 && <EmptyNote>No lines are entered yet.</EmptyNote>}
      <ol className="list" aria-label="Lines">
        {lines.map((one) => (
          <LineItem
            key={one.id}
            line={one}
            onReturn={
              mayWrite && one.donationId !== null && one.returned === null
                ? (kind) => returning.open(`${kind} ${one.id}`)
                : null
            }
          />
        ))}
      </ol>
      {mayWrite && <ReturnModal asked={asked} onClose={returning.close} />}
    </TitledSection>
  );
}

interface LineItemProps {
  line: DepositLine;
  onReturn: ((how: LineReturn) => void) | null;
}

function LineItem({ line, onReturn }: LineItemProps) {
  const {
    kind,
    amount,
    receivedOn,
    checkNumber,
    cause,
    email,
    note,
    donationId,
    returned,
    announced,
  } = line;
  const name = nameOf(line);
  const Text = returned ? 's' : 'span';
  const what = `${depositKinds[kind]}${checkNumber === '' ? '' : ` ${checkNumber}`}`;
  return (
    <li className="split lined pad-y-3 anywhere">
      <div>
        <p className="strong">
          {donationId === null ? name : <Link to={paths.manageDonation(donationId)}>{name}</Link>}
        </p>
        <p className="soft">
          {`${what}, received on ${formatDay(receivedOn)}, for ${cause.name}`}
          {email !== '' && `, ${email}`}
        </p>
        {note !== '' && <p className="soft">{note}</p>}
        {announced && (
          <p className="problem">
            {`Announced as ${announced.name}, ${announced.email}, for ${announced.cause} (${announced.reference}).`}
          </p>
        )}
        {returned && (
          <p className="soft">
            {`${lineReturns[returned.how].name} by ${returned.name} on ${formatDate(returned.at)}: ${returned.reason}`}
          </p>
        )}
      </div>
      <div className="side">
        <Text className="numbers">{formatCents(amount)}</Text>
        {onReturn && (
          <div className="row unwrapped gap-0">
            {returnsOf(kind).map((how) => (
              <Button
                key={how}
                size="sm"
                variant="subtle"
                color="clay"
                aria-label={`${lineReturns[how].action}: ${formatCents(amount)}, ${name}`}
                onClick={() => onReturn(how)}
              >
                {lineReturns[how].action}
              </Button>
            ))}
          </div>
        )}
      </div>
    </li>
  );
}

/** Who gave a line, in words. */
export function nameOf({ firstName, lastName }: DepositLine): string {
  return `${firstName} ${lastName}`.trim() || 'Not named';
}

interface ReturnModalProps {
  asked: { line: DepositLine; how: LineReturn } | null;
  onClose: () => void;
}

function ReturnModal({ asked, onClose }: ReturnModalProps) {
  const shown = useLastValue(asked);
  if (shown === null) return null;
  const { line, how } = shown;
  const why =
    how === 'bounce'
      ? 'The bank did not pay it.'
      : 'It was entered wrongly. Enter it again correctly afterward.';
  return (
    <ReasonModal
      title={how === 'bounce' ? 'Record That It Bounced' : 'Reverse a Line'}
      text={`${why} ${formatCents(line.amount)} leaves the donation. What was already allocated of it will be missing. The page of the donation says so. If there is a tax receipt, it becomes void, and we email the donor if there is an address.`}
      action={how === 'bounce' ? 'Record' : 'Reverse'}
      hint="Kept in the ledger."
      opened={asked !== null}
      onClose={onClose}
      to={endpoints.returnDepositLine}
      params={{ id: line.id }}
      toBody={({ reason }) => ({ how, reason })}
      said="Recorded. The money has left the donation."
    />
  );
}
