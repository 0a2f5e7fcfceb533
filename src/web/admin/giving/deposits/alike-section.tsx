import { Link } from 'react-router';
import type { AlikeLine, Deposit } from '#contract/giving/deposits.ts';
import type { DepositId } from '#contract/ids.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { nameOf } from '#web/admin/giving/deposits/deposit-lines.tsx';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';
import { paths } from '#web/client/paths.ts';
import { Note } from '#web/ui/note.tsx';

/** What of a deposit may have been entered twice, as it was saved: for whoever enters it, and for whoever confirms it. */
export function AlikeSection({ deposit: { id, state, lines } }: { deposit: Deposit }) {
  const found = lines.flatMap((line, place) =>
    line.alike.map((alike) => ({ line, place, alike, key: `${line.id} ${keyOf(alike)}` })),
  );
  if (found.length === 0) return null;
  return (
    <TitledSection title="Entered Twice?">
      <Note>
        These name the same donor, or both name none, and have the same amount and the same day or
        check number. If it is the same money,{' '}
        {state === 'open' ? 'remove' : 'send this deposit back and remove'} one of the two.
      </Note>
      <ul className="bullets above-3" aria-label="Lines that may be entered twice">
        {found.map(({ line, place, alike, key }) => (
          <li key={key}>
            {`Line ${place + 1}, ${nameOf(line)}, ${formatCents(line.amount)}: like `}
            <Alike alike={alike} depositId={id} />
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

function keyOf({ deposit, donationId }: AlikeLine): string {
  return deposit === null ? (donationId ?? '') : `${deposit.id} ${deposit.line}`;
}

/** Where the other one is. */
function Alike({ alike, depositId }: { alike: AlikeLine; depositId: DepositId }) {
  const { deposit, donationId, receivedOn } = alike;
  const received = `received on ${formatDay(receivedOn)}`;
  if (deposit === null) {
    return (
      donationId && <Link to={paths.manageDonation(donationId)}>{`a donation ${received}`}</Link>
    );
  }
  if (deposit.id === depositId) return `line ${deposit.line} of this deposit, ${received}`;
  return (
    <>
      {`line ${deposit.line} of `}
      <Link to={paths.deposit(deposit.id)}>{deposit.title}</Link>
      {`, ${received}`}
      {donationId && ', which is confirmed'}
    </>
  );
}
