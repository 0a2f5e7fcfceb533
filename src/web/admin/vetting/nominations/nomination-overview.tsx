import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Nomination } from '#contract/vetting/nominations.ts';
import { canReceiveFunds } from '#core/vetting/nomination-status.ts';
import { paths } from '#web/admin/client/paths.ts';
import { useMay } from '#web/admin/client/session.ts';
import { describeMissing } from '#web/admin/vetting/nominations/goal-detail.tsx';
import classes from '#web/admin/vetting/nominations/nomination-overview.module.css';
import { NominationStatusMark } from '#web/admin/vetting/nominations/nomination-status-mark.tsx';
import { Money } from '#web/shared/money.tsx';
import { TextButton } from '#web/ui/text-button.tsx';

interface NominationOverviewProps {
  nomination: Nomination;
  /** Undefined until it is known. */
  spentCents: number | undefined;
  onEditGoal: () => void;
}

/** What a nomination is about, and where its money is. */
export function NominationOverview(props: NominationOverviewProps) {
  const { nomination, spentCents, onEditGoal } = props;
  const { id, cause, allocatedAmount, goalAmount } = nomination;
  const hasGoal = goalAmount !== null;
  const mayDecide = useMay('nominations.decide');
  return (
    <section className="card" aria-label="Overview">
      <p className="row gap-5 gap-y-1 center anywhere wide">
        <span>{cause.name}</span>
        <span>{`Reference ${nomination.reference}`}</span>
        <NominationStatusMark nomination={nomination} />
        <Link to={paths.manageNomination(id)}>Details of this nomination</Link>
      </p>
      <dl className={`grid gap-5 gap-y-3 above-3 ${classes.figures}`}>
        <Figure name="Allocated">
          <Money cents={allocatedAmount} />
        </Figure>
        <Figure name="Spent">
          {spentCents === undefined ? '…' : <Money cents={spentCents} />}
        </Figure>
        <Figure name="Not Spent Yet">
          {spentCents === undefined ? '…' : <Money cents={allocatedAmount - spentCents} />}
        </Figure>
        {(hasGoal || canReceiveFunds(nomination)) && (
          <Figure name="Goal">
            {hasGoal ? <Money cents={goalAmount} /> : 'None'}
            <span className="row gap-y-0 center small regular">
              {hasGoal && <span>{describeMissing(nomination)}</span>}
              {mayDecide && canReceiveFunds(nomination) && (
                <TextButton onClick={onEditGoal}>{hasGoal ? 'Change Goal' : 'Set Goal'}</TextButton>
              )}
            </span>
          </Figure>
        )}
      </dl>
    </section>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="soft small">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
