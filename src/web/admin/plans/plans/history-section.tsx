import type { PlanEvent } from '#contract/plans/plans.ts';
import { planEventWords } from '#core/plans/plans.ts';
import { formatCents } from '#core/platform/money.ts';
import { formatDate, formatMoment } from '#web/admin/client/dates.ts';
import { describePlan } from '#web/admin/plans/plans/describe-plan.ts';
import classes from '#web/admin/plans/plans/history-section.module.css';
import { TitledSection } from '#web/admin/ui/titled-section.tsx';

/** What happened to a recurring donation, the latest first. */
export function HistorySection({ events }: { events: PlanEvent[] }) {
  return (
    <TitledSection title="History">
      <ol className={`list grid gap-3 ${classes.history}`} aria-label="History" reversed>
        {events.toReversed().map((event) => (
          <li key={`${event.at} ${event.kind}`}>
            <p>
              <strong>{planEventWords[event.kind]}</strong>
              {event.until !== null && ` until ${formatDate(event.until)}`}
              {event.why !== '' && `: ${event.why}`}
            </p>
            <p className="soft">{`${formatMoment(event.at)}, by ${event.by}. ${describePlan(event)} for ${event.cause}${event.cover === 0 ? '' : `, and ${formatCents(event.cover)} for card costs`}.`}</p>
          </li>
        ))}
      </ol>
    </TitledSection>
  );
}
