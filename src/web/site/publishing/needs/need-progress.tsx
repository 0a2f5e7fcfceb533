import { useContext } from 'react';
import type { NeedSummary } from '#contract/publishing/needs.ts';
import { formatStart } from '#core/dates.ts';
import { formatCents } from '#core/money.ts';
import classes from '#web/site/publishing/needs/need-progress.module.css';
import { TimeZone } from '#web/site/shared/time-zone.ts';

interface NeedProgressProps {
  need: NeedSummary;
  /** In a list: only what matters most. */
  isShort?: boolean;
}

/** How far a need is: what it has received of its goal, what of that is spent with public receipts, what waits. */
export function NeedProgress({ need, isShort = false }: NeedProgressProps) {
  const { goal, received, missing, spent, spentWithProof, withoutProofSince } = need;
  const timeZone = useContext(TimeZone);
  const whole = Math.max(goal ?? received, received, 1);
  const share = (cents: number) => `${(100 * cents) / whole}%`;
  const facts = [
    goal === null
      ? `${formatCents(received)} received`
      : `${formatCents(received)} received of ${formatCents(goal)}`,
    missing !== null && missing > 0 && `${formatCents(missing)} missing`,
    isShort
      ? `${formatCents(spentWithProof)} spent with public receipts`
      : `${formatCents(spent)} spent, ${formatCents(spentWithProof)} of it with public receipts`,
    withoutProofSince !== null &&
      `Money waits for proof since ${formatStart(withoutProofSince, timeZone)}`,
  ].filter((fact) => fact !== false);
  return (
    <div className={classes.progress}>
      <div className={classes.bar} aria-hidden="true">
        <span className={classes.proven} style={{ width: share(spentWithProof) }} />
        <span className={classes.received} style={{ width: share(received - spentWithProof) }} />
      </div>
      <ul className={`${classes.facts} numbers`}>
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </div>
  );
}
