import { useContext } from 'react';
import type { NeedSummary } from '#contract/publishing/needs.ts';
import { formatStart } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import classes from '#web/site/publishing/needs/need-progress.module.css';
import { TimeZone } from '#web/site/shared/time-zone.ts';

interface NeedProgressProps {
  need: NeedSummary;
  /** In a list: only what matters most. */
  isShort?: boolean;
}

/** How far a need is: what it has received of its goal, what of that is spent with public receipts, what waits. */
export function NeedProgress({ need, isShort = false }: NeedProgressProps) {
  const { goal, received, missing, spentWithProof, withoutProofSince } = need;
  const timeZone = useContext(TimeZone);
  const whole = Math.max(goal ?? received, received, 1);
  const share = (cents: number) => `${(100 * cents) / whole}%`;
  const facts = [
    whatIsReceived(need),
    missing !== null && missing > 0 && `${formatCents(missing)} missing`,
    isShort ? `${formatCents(spentWithProof)} spent with public receipts` : whatIsSpent(need),
    withoutProofSince !== null && whatWaits(need, formatStart(withoutProofSince, timeZone)),
  ].filter((fact) => fact !== false);
  return (
    <div>
      <div className={classes.bar} aria-hidden="true">
        <span className={classes.proven} style={{ width: share(spentWithProof) }} />
        <span className={classes.received} style={{ width: share(received - spentWithProof) }} />
      </div>
      <ul className={`list above-2 small ${classes.facts} numbers`}>
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </div>
  );
}

function whatIsReceived(need: NeedSummary): string {
  const received = `${formatCents(need.received)} received`;
  if (need.goal === null) return received;
  const goal = `the goal of ${formatCents(need.goal)}`;
  return isGoalReached(need) ? `${received}: ${goal} is reached` : `${received} of ${goal}`;
}

/** Whether a need has received all that it asked for. */
export function isGoalReached({ missing }: NeedSummary): boolean {
  return missing === 0;
}

function whatIsSpent({ spent, spentWithProof }: NeedSummary): string {
  if (spent === 0) return 'Nothing spent yet';
  const proven = spentWithProof === spent ? 'all' : formatCents(spentWithProof);
  return `${formatCents(spent)} spent, ${proven} of it with public receipts`;
}

/** What has no public receipt yet: with receipts for all that is spent, it is what is not spent. */
function whatWaits({ received, spent, spentWithProof }: NeedSummary, since: string): string {
  return spent === spentWithProof
    ? `${formatCents(received - spent)} not spent yet, the oldest of it since ${since}`
    : `Money without a public receipt since ${since}`;
}
