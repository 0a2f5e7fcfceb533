import { emptyForm } from '#contract/documents.ts';
import { trackingPagePath } from '#contract/pages.ts';
import type { TrackingPage } from '#contract/vetting/tracking-page.ts';
import { formatDate } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import { urgencyWords } from '#core/vetting/nomination-needs.ts';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { paths } from '#web/client/paths.ts';
import { ContentLead, ContentPage, ContentSection } from '#web/site/shared/content-page.tsx';
import { LinkRequestForm } from '#web/site/shared/link-request-form.tsx';
import { PrivatePage } from '#web/site/shared/private-page.tsx';
import { AppealSection } from '#web/site/vetting/tracking-page/appeal-section.tsx';
import { QuestionItem } from '#web/site/vetting/tracking-page/question-item.tsx';
import { StateSection } from '#web/site/vetting/tracking-page/state-section.tsx';
import classes from '#web/site/vetting/tracking-page/tracking-view.module.css';
import { NarrowPage } from '#web/ui/narrow-page.tsx';

/** The nomination behind a private link, whose secret only the browser has. */
export default function TrackingView({ timeZone }: { timeZone: string }) {
  return (
    <PrivatePage<TrackingPage>
      secretKey="tracking-link"
      load={(token) => call(endpoints.openTrackingPage, { body: { token } })}
      name="Your nomination"
      withoutScript="Your link stays in the email. If you cannot use JavaScript, please write to us."
      wrongLink={({ isMissing }) => <LinkForm isTooOld={!isMissing} />}
    >
      {({ data, token, onChange }) => (
        <NominationSections
          key={data.reference}
          nomination={data}
          token={token}
          timeZone={timeZone}
          onChange={onChange}
        />
      )}
    </PrivatePage>
  );
}

interface SectionsProps {
  nomination: TrackingPage;
  token: string;
  timeZone: string;
  onChange: (nomination: TrackingPage) => void;
}

function NominationSections({ nomination, token, timeZone, onChange }: SectionsProps) {
  const { reference, submittedAt, questions } = nomination;
  return (
    <ContentPage>
      <header>
        <h1>Your Nomination</h1>
        <ContentLead>
          Reference <strong className="reference">{reference}</strong>, received on{' '}
          {formatDate(submittedAt, timeZone)}
        </ContentLead>
      </header>
      <StateSection nomination={nomination} timeZone={timeZone} />
      {nomination.appeal !== null && (
        <AppealSection
          appeal={nomination.appeal}
          otherHelp={nomination.otherHelp}
          token={token}
          timeZone={timeZone}
          onSent={onChange}
        />
      )}
      {questions.length > 0 && (
        <ContentSection title="Questions and answers" id="questions">
          <ol className="list stack gap-6">
            {waitingFirst(questions).map((question) => (
              <QuestionItem
                key={question.id}
                question={question}
                token={token}
                timeZone={timeZone}
                onAnswered={onChange}
              />
            ))}
          </ol>
        </ContentSection>
      )}
      <SentSection nomination={nomination} />
    </ContentPage>
  );
}

/** What waits for an answer, and then the rest, each in the order in which it was asked. */
function waitingFirst(questions: TrackingPage['questions']) {
  const isWaiting = ({ state, answers }: (typeof questions)[number]) =>
    state === 'open' && answers.length === 0;
  return questions.toSorted(
    (one, other) =>
      Number(isWaiting(other)) - Number(isWaiting(one)) || one.position - other.position,
  );
}

/** What the nominator sent, without how to reach them: the link may be passed on. */
function SentSection({ nomination }: { nomination: TrackingPage }) {
  const { nominee, cause, description, neededAmount, urgency } = nomination;
  return (
    <ContentSection title="What you sent">
      <dl className={`grid gap-6 gap-y-3 ${classes.sent}`}>
        <dt className="soft">Nominee</dt>
        <dd>{nominee}</dd>
        <dt className="soft">Cause</dt>
        <dd>{cause}</dd>
        {neededAmount !== null && (
          <>
            <dt className="soft">How much is needed</dt>
            <dd className="numbers">{formatCents(neededAmount)}</dd>
          </>
        )}
        {urgency !== null && (
          <>
            <dt className="soft">How soon it is needed</dt>
            <dd>{urgencyWords[urgency]}</dd>
          </>
        )}
        <dt className="soft">Description</dt>
        <dd className="words">{description}</dd>
      </dl>
      <p className="soft">
        Anyone who has the link to this page can see this and answer for you. It does not show your
        name or how to reach you.
      </p>
    </ContentSection>
  );
}

/** Asks for links to the nominations of an address. */
function LinkForm({ isTooOld }: { isTooOld: boolean }) {
  return (
    <NarrowPage
      title="Your Nomination"
      lead="We email you links to your nominations. They show how far we are, and any questions that we have."
    >
      <LinkRequestForm
        state={emptyForm()}
        isSent={false}
        action={trackingPagePath}
        request={(body) => call(endpoints.requestTrackingLinks, { body })}
        answer={(address) =>
          `If there are nominations from ${address}, an email with links to them is on its way.`
        }
        button="Email me the links"
        reason={
          isTooOld
            ? 'This link does not work. It may be incomplete, or a newer one may have replaced it.'
            : undefined
        }
      />
      <p>
        If you have lost access to your email, <a href={paths.contact}>write to us</a> with the
        reference of your nomination.
      </p>
    </NarrowPage>
  );
}
