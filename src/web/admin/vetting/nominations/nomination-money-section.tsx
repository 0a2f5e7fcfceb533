import type { ReactNode } from 'react';
import type { Nomination } from '#contract/vetting/nominations.ts';
import { formatCents } from '#core/platform/money.ts';
import { canReceiveFunds } from '#core/vetting/nomination-status.ts';
import { useMay } from '#web/admin/client/session.ts';
import { FoldedSection } from '#web/admin/ui/folded-section.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { describeMissing } from '#web/admin/vetting/nominations/goal-detail.tsx';
import classes from '#web/admin/vetting/nominations/nomination-money-section.module.css';
import { Money } from '#web/shared/money.tsx';
import { TextButton } from '#web/ui/text-button.tsx';

interface NominationMoneySectionProps {
  nomination: Nomination;
  /** Undefined until it is known. */
  spentCents: number | undefined;
  opens: boolean;
}

/** Where the money of a nomination came from, and how much of it is spent. */
export function NominationMoneySection(props: NominationMoneySectionProps) {
  const { nomination, spentCents, opens } = props;
  const { allocatedAmount, goalAmount } = nomination;
  const hasGoal = goalAmount !== null;
  const mayDecide = useMay('nominations.decide');
  const goal = useModal('goal');
  return (
    <FoldedSection
      id="money"
      title="Money"
      summary={`${formatCents(allocatedAmount)} allocated`}
      opens={opens}
    >
      <dl className={`grid gap-5 gap-y-3 below-5 ${classes.figures}`}>
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
                <TextButton onClick={() => goal.open()}>
                  {hasGoal ? 'Change Goal' : 'Set Goal'}
                </TextButton>
              )}
            </span>
          </Figure>
        )}
      </dl>
    </FoldedSection>
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
