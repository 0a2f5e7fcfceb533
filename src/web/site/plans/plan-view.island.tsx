import { useState } from 'react';
import type { FormState } from '#contract/documents.ts';
import { planPagePath } from '#contract/pages.ts';
import type { PlanPage } from '#contract/plans/plans.ts';
import { describeCard, intervalWords, planEventWords, planStateWords } from '#core/plans/plans.ts';
import { formatDate, formatDay } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { paths } from '#web/client/paths.ts';
import { AnonymitySection } from '#web/site/plans/anonymity-section.tsx';
import { ChangeSections } from '#web/site/plans/change-sections.tsx';
import classes from '#web/site/plans/plan-view.module.css';
import { ContentLead, ContentPage, ContentSection } from '#web/site/shared/content-page.tsx';
import { LinkRequestForm } from '#web/site/shared/link-request-form.tsx';
import { PrivatePage } from '#web/site/shared/private-page.tsx';
import { leaveFor, WorkButton } from '#web/site/shared/work-button.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { NarrowPage } from '#web/ui/narrow-page.tsx';
import { Note } from '#web/ui/note.tsx';

interface PlanViewProps {
  form: FormState;
  isSent: boolean;
  timeZone: string;
}

/** The recurring donation behind the link of an email, or the form that asks for such a link. */
export default function PlanView({ form, isSent, timeZone }: PlanViewProps) {
  return (
    <PrivatePage
      secretKey="plan-link"
      name="Your recurring donation"
      withoutScript="You can also write to us, and we stop it for you."
      load={(token) => call(endpoints.openPlanPage, { body: { token } })}
      wrongLink={({ isMissing }) => (
        <NarrowPage
          title="Your Recurring Donation"
          lead="We email you a link with which you can see, change, pause, or stop it."
        >
          <LinkRequestForm
            state={form}
            isSent={isSent}
            action={planPagePath}
            request={(body) => call(endpoints.requestPlanLinks, { body })}
            answer={(address) =>
              `If there are recurring donations from ${address}, an email with links to change them is on its way.`
            }
            button="Email me the link"
            reason={
              isMissing ? undefined : 'Your link does not work anymore. Please ask for a new one.'
            }
          />
        </NarrowPage>
      )}
    >
      {({ data, token, onChange }) => (
        <Shown plan={data} token={token} timeZone={timeZone} onChange={onChange} />
      )}
    </PrivatePage>
  );
}

interface ShownProps {
  plan: PlanPage;
  token: string;
  timeZone: string;
  onChange: (plan: PlanPage) => void;
}

function Shown(props: ShownProps) {
  const { plan, token, timeZone } = props;
  const { amount, cover, interval, cause, state, isBeingStopped, mayChargeAt, ended } = plan;
  const isOver = state === 'ended';
  return (
    <ContentPage>
      <header>
        <h1>Your Recurring Donation</h1>
        <ContentLead>
          {`${formatCents(amount)} every ${intervalWords[interval].every} to ${cause.name}${cover === 0 ? '' : `, and ${formatCents(cover)} for card costs: ${formatCents(amount + cover)} each time`}.`}
        </ContentLead>
      </header>
      {isBeingStopped && (
        <Note>
          {`It is being stopped, but our payment provider has not confirmed it yet. We ask again every minute until it does, and email you then. ${mayChargeAt === null ? 'Until then, your card may still be charged.' : `Until then, your card may still be charged, next on ${formatDate(mayChargeAt, timeZone)}.`} If that happens, please write to us, so that we can give it back.`}
        </Note>
      )}
      {ended && <Note>{`It ended on ${formatDate(ended.at, timeZone)}. You owe us nothing.`}</Note>}
      {!isOver && !isBeingStopped && <Overdue {...props} />}
      {!isOver && !isBeingStopped && plan.move && (
        <Note>{`From ${formatDate(plan.move.at, timeZone)} on, it goes to ${plan.move.to.name}. If you do not want that, choose another cause below, or stop it.`}</Note>
      )}
      <Facts plan={plan} timeZone={timeZone} />
      {!isOver && !isBeingStopped && (
        <>
          <ChangeSections {...props} />
          <AnonymitySection {...props} />
          <Stop {...props} />
        </>
      )}
      {isOver && (
        <p>
          <ButtonLink href={paths.donate}>Give again</ButtonLink>
        </p>
      )}
      <History plan={plan} token={token} timeZone={timeZone} />
    </ContentPage>
  );
}

/** What became of a payment that did not come, and what the donor can do. */
function Overdue({ plan, token, timeZone }: ShownProps) {
  const { failure } = plan;
  if (!failure) return null;
  const confirm = async () =>
    leaveFor((await call(endpoints.confirmPlanPayment, { body: { token } })).url);
  return (
    <Note>
      <p>
        {`Your last payment did not go through. ${failure.reason} `}
        {failure.nextTryAt !== null &&
          // The provider may be late, or what it says may be.
          `${Date.parse(failure.nextTryAt) > Date.now() ? 'We try again on' : 'The next try was due on'} ${formatDate(failure.nextTryAt, timeZone)}. `}
        You were not charged, and you owe us nothing.
      </p>
      {failure.mustConfirm && (
        <WorkButton look="important" act={confirm}>
          Confirm the payment
        </WorkButton>
      )}
    </Note>
  );
}

function Facts({ plan, timeZone }: Pick<ShownProps, 'plan' | 'timeZone'>) {
  const { state, isBeingStopped, nextChargeAt, pausedUntil, startedAt, card } = plan;
  const rows: [string, string][] = [
    ['State', isBeingStopped ? 'Being stopped' : planStateWords[state]],
    ['Since', formatDate(startedAt, timeZone)],
    ...(pausedUntil === null
      ? []
      : [['Paused until', formatDate(pausedUntil, timeZone)] as [string, string]]),
    ...(nextChargeAt === null || isBeingStopped
      ? []
      : [
          [
            pausedUntil === null ? 'Next payment' : 'First payment after the pause',
            formatDate(nextChargeAt, timeZone),
          ] as [string, string],
        ]),
    ...(card === null ? [] : [['Card', describeCard(card)] as [string, string]]),
  ];
  return (
    <dl className={`grid gap-0 max-34 ${classes.facts}`}>
      {rows.map(([label, value]) => (
        <div key={label} className="row gap-4 gap-y-1 between underlined">
          <dt className="soft">{label}</dt>
          <dd className="strong numbers">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** One press asks, the next one stops: nobody has to explain anything. */
function Stop({ token, onChange }: ShownProps) {
  const [isAsking, setAsking] = useState(false);
  const stop = async () => onChange(await call(endpoints.stopOwnPlan, { body: { token } }));
  return (
    <ContentSection title="Stop">
      <p>It ends at once, and nothing is charged anymore. What you have given stays where it is.</p>
      <div className="row center">
        {isAsking ? (
          <>
            <WorkButton look="important" act={stop}>
              Yes, stop it now
            </WorkButton>
            <Button look="plain" onClick={() => setAsking(false)}>
              Keep it
            </Button>
          </>
        ) : (
          <Button onClick={() => setAsking(true)}>Stop my recurring donation</Button>
        )}
      </div>
    </ContentSection>
  );
}

function History({ plan, timeZone }: Pick<ShownProps, 'plan' | 'token' | 'timeZone'>) {
  return (
    <>
      <ContentSection title="Payments">
        {plan.donations.length === 0 ? (
          <p>None has come yet.</p>
        ) : (
          <ul className={`list grid gap-2 ${classes.list}`}>
            {plan.donations.map(({ id, receivedOn, amount, cover, returned, cause }) => (
              <li key={id}>
                <span className="numbers">{formatDay(receivedOn)}</span>
                <span>
                  <strong className="numbers">{formatCents(amount)}</strong>
                  {` to ${cause}`}
                  {cover > 0 && `, and ${formatCents(cover)} for card costs`}
                  {returned > 0 && `, of which ${formatCents(returned)} was returned to you`}
                </span>
              </li>
            ))}
          </ul>
        )}
      </ContentSection>
      <ContentSection title="What Happened">
        <ul className={`list grid gap-2 ${classes.list}`}>
          {plan.events.map((event) => (
            <li key={`${event.at} ${event.kind}`}>
              <span className="numbers">{formatDate(event.at, timeZone)}</span>
              <span>
                {`${planEventWords[event.kind]}: ${formatCents(event.amount)} every ${intervalWords[event.interval].every} to ${event.cause}`}
                {event.cover > 0 && `, and ${formatCents(event.cover)} for card costs`}
                {event.until !== null && `, until ${formatDate(event.until, timeZone)}`}
                {event.why !== '' && `. ${event.why}`}
              </span>
            </li>
          ))}
        </ul>
      </ContentSection>
    </>
  );
}
