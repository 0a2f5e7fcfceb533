import type { FormEvent } from 'react';
import { emptyForm } from '#contract/documents.ts';
import type { FormFields } from '#contract/form-fields.ts';
import { trackingPagePath } from '#contract/pages.ts';
import type { TrackingPage } from '#contract/vetting/tracking-page.ts';
import { formatDate } from '#core/platform/dates.ts';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { notifySuccess } from '#web/client/notices.ts';
import { forgetInTab, keepInTab, readFromTab } from '#web/client/tab-storage.ts';
import { ContentSection } from '#web/site/shared/content-page.tsx';
import { TextArea } from '#web/site/shared/fields.tsx';
import { Form } from '#web/site/shared/form.tsx';
import { fieldsOf, useSiteForm } from '#web/site/shared/use-site-form.ts';
import classes from '#web/site/vetting/tracking-page/appeal-section.module.css';
import { describePaper } from '#web/site/vetting/tracking-page/describe-paper.ts';
import { PapersField } from '#web/site/vetting/tracking-page/papers-field.tsx';
import { usePapers } from '#web/site/vetting/tracking-page/use-papers.ts';
import { Button } from '#web/ui/button.tsx';
import { drawAndFocus } from '#web/ui/draw-and-focus.ts';
import { FormActions } from '#web/ui/form-layout.tsx';

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
        <p className={classes.words}>{otherHelp}</p>
      </ContentSection>
      {sent !== null && (
        <ContentSection title="Your appeal" id="sent-appeal">
          <p>
            {sent.outcome === null
              ? `We received it on ${formatDate(sent.createdAt, timeZone)} and look into your nomination once more.`
              : `We received it on ${formatDate(sent.createdAt, timeZone)} and looked into your nomination once more. It stays declined. We are sorry; this decision is final.`}
          </p>
          <p className={classes.words}>{sent.text}</p>
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
          <AppealForm token={token} onSent={onSent} />
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

const draftKey = 'appeal';

/** What is typed stays in this tab until it is sent. */
function AppealForm({ token, onSent }: Pick<AppealSectionProps, 'token' | 'onSent'>) {
  const papers = usePapers({ token, questionId: null, sent: [] });
  const form = useSiteForm({
    state: emptyForm({ appeal: readFromTab<string>(draftKey) ?? '' }),
    read: (fields) => ({ token, text: fields.appeal ?? '', papers: papers.ids }),
    check: (fields: FormFields) => ({
      ...((fields.appeal ?? '').trim() === '' && { appeal: 'Required' }),
    }),
    async send(body) {
      const nomination = await call(endpoints.sendAppeal, { body });
      forgetInTab(draftKey);
      drawAndFocus(() => onSent(nomination), 'sent-appeal');
      notifySuccess('Thank you. We have your appeal.');
    },
  });
  // An appeal must not leave without a file that is still on its way.
  const waiting = papers.isBusy && { onSubmit: (event: FormEvent) => event.preventDefault() };
  return (
    <Form
      form={{ ...form, ...waiting }}
      action={trackingPagePath}
      isTight
      onChange={() => {
        if (form.ref.current) keepInTab(draftKey, fieldsOf(form.ref.current).appeal);
      }}
    >
      <TextArea
        label="Why should we look at it again?"
        name="appeal"
        rows={5}
        maxLength={5000}
        aria-required="true"
      />
      <PapersField papers={papers} of="appeal" />
      <FormActions>
        <Button type="submit" look="important" isBusy={form.isSending || papers.isBusy}>
          Send your appeal
        </Button>
      </FormActions>
    </Form>
  );
}
