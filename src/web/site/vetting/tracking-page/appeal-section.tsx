import type { TrackingPage } from '#contract/vetting/tracking-page.ts';
import { formatDate } from '#core/platform/dates.ts';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { ContentSection } from '#web/site/shared/content-page.tsx';
import { describePaper } from '#web/site/vetting/tracking-page/describe-paper.ts';
import { WordsForm } from '#web/site/vetting/tracking-page/words-form.tsx';

interface AppealSectionProps {
  appeal: NonNullable<TrackingPage['appeal']>;
  otherHelp: string;
  token: string;
  timeZone: string;
  onSent: (nomination: TrackingPage) => void;
}

/** What somebody can do whose nomination was declined: ask elsewhere, and appeal once. */
export function AppealSection({ appeal, otherHelp, token, timeZone, onSent }: AppealSectionProps) {
  const { canUntil, sent } = appeal;
  return (
    <>
      <ContentSection title="Where else you can ask for help">
        <p className="words">{otherHelp}</p>
      </ContentSection>
      {sent !== null && (
        <ContentSection title="Your appeal" id="sent-appeal">
          <p>
            {sent.outcome === null
              ? `We received it on ${formatDate(sent.createdAt, timeZone)} and look into your nomination once more.`
              : `We received it on ${formatDate(sent.createdAt, timeZone)} and looked into your nomination once more. It stays declined. We are sorry; this decision is final.`}
          </p>
          <p className="words">{sent.text}</p>
          {sent.papers.length > 0 && (
            <ul aria-label="Files of your appeal">
              {sent.papers.map((paper) => (
                <li key={paper.id}>{describePaper(paper)}</li>
              ))}
            </ul>
          )}
        </ContentSection>
      )}
      {sent === null && canUntil !== null && (
        <ContentSection title="Appeal">
          <p>
            {`If you think that we are wrong, or if something has changed, tell us by ${formatDate(canUntil, timeZone)}. Someone other than the person who decided looks at it, if our team has more than one who can. You can appeal once, and what we decide then is final.`}
          </p>
          <WordsForm
            papers={{ token, questionId: null, sent: [] }}
            of="appeal"
            name="appeal"
            label="Why should we look at it again?"
            text=""
            draftKey="appeal"
            action="Send your appeal"
            send={(written) => call(endpoints.sendAppeal, { body: { token, ...written } })}
            onSent={onSent}
            sentId="sent-appeal"
            said="Thank you. We have your appeal."
          />
        </ContentSection>
      )}
      {sent === null && canUntil === null && (
        <ContentSection title="Appeal">
          <p>The time for an appeal is over. If something has changed, you can nominate again.</p>
        </ContentSection>
      )}
    </>
  );
}
