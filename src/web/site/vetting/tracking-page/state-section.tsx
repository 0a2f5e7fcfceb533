import type { TrackingPage } from '#contract/vetting/tracking-page.ts';
import { formatDate } from '#core/platform/dates.ts';
import { type PublicState, publicStateWords, stepsTo } from '#core/vetting/nomination-states.ts';
import { halfWithin } from '#core/vetting/waiting-times.ts';
import { ContentSection } from '#web/site/shared/content-page.tsx';
import classes from '#web/site/vetting/tracking-page/state-section.module.css';

interface StateSectionProps {
  nomination: TrackingPage;
  timeZone: string;
}

/** How far a nomination is, since when, and what happens next. */
export function StateSection({ nomination, timeZone }: StateSectionProps) {
  const { state, since, isResting, waitsForConsent, usualDays, whyDeclined } = nomination;
  const { name, next } = publicStateWords[state];
  return (
    <ContentSection title="How far it is">
      <div className={`stack gap-2 ${classes.now}`} data-state={state}>
        <p className={`display ${classes.state}`}>{name}</p>
        {since !== null && <p className="soft">{`Since ${formatDate(since, timeZone)}`}</p>}
        <p>{isResting ? restingText : next}</p>
        {state === 'declined' && <p>{whyDeclined}</p>}
        {waitsForConsent && <p>{consentText}</p>}
        {usualDays !== null && (
          <p className="soft">{halfWithin('nominations', 'were decided', usualDays)}</p>
        )}
      </div>
      <Steps state={state} />
    </ContentSection>
  );
}

const consentText =
  'Before money is allocated or anything is shown, the nominee has to agree to it. We ask them ourselves.';

const restingText =
  'We have not heard from you, so nobody works on it right now. It is not declined: as soon as you answer below, we go on.';

/** The whole way, with the step that the nomination is at. */
function Steps({ state }: { state: PublicState }) {
  const steps = stepsTo(state);
  const current = steps.indexOf(state);
  return (
    <ol className={`list row gap-8 gap-y-2 ${classes.steps}`} aria-label="Steps">
      {steps.map((step, index) => (
        <li
          key={step}
          data-place={index < current ? 'done' : index === current ? 'now' : 'ahead'}
          aria-current={index === current ? 'step' : undefined}
        >
          {publicStateWords[step].name}
        </li>
      ))}
    </ol>
  );
}
