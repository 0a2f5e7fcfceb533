import { useState } from 'react';
import type { ConsentPage } from '#contract/vetting/consent-page.ts';
import { formatDate, formatDay } from '#core/platform/dates.ts';
import type { HelpStage } from '#core/vetting/consent.ts';
import { call } from '#web/client/api-client.ts';
import { endpoints } from '#web/client/endpoints.ts';
import { errorMessage } from '#web/client/error-message.ts';
import { notifyError } from '#web/client/notices.ts';
import { ContentLead, ContentPage, ContentSection } from '#web/site/shared/content-page.tsx';
import { PrivatePage } from '#web/site/shared/private-page.tsx';
import { CodeForm } from '#web/site/vetting/consent-page/code-form.tsx';
import { ConsentForm, saidId } from '#web/site/vetting/consent-page/consent-form.tsx';
import classes from '#web/site/vetting/consent-page/consent-view.module.css';
import { CorrectionSection } from '#web/site/vetting/consent-page/correction-section.tsx';
import { PageFrame } from '#web/site/vetting/consent-page/page-frame.tsx';
import { Button } from '#web/ui/button.tsx';
import { drawAndFocus } from '#web/ui/draw-and-focus.ts';
import { FormActions } from '#web/ui/form-layout.tsx';

/** What a nominee is asked, behind a private link or the code of a letter. It does not say who nominated. */
export default function ConsentView({ timeZone }: { timeZone: string }) {
  return (
    <PrivatePage<ConsentPage>
      secretKey="consent-link"
      load={(token) => call(endpoints.openConsentPage, { body: { token } })}
      name="Your consent"
      withoutScript="You can also sign the form of our letter and send it back, or write to us."
      wrongLink={({ isMissing, open }) => <CodeForm isMissing={isMissing} onOpen={open} />}
    >
      {(opened) => <Decision {...opened} timeZone={timeZone} />}
    </PrivatePage>
  );
}

interface DecisionProps {
  data: ConsentPage;
  token: string;
  timeZone: string;
  onChange: (data: ConsentPage) => void;
}

function Decision({ data, token, timeZone, onChange }: DecisionProps) {
  const { nominee, cause, help, said, last, seen, page } = data;
  return (
    <ContentPage>
      <header>
        <h1>{titles[help]}</h1>
        <ContentLead>{leads[help](`${nominee}: ${cause}`)}</ContentLead>
      </header>
      {last !== null && said !== null && (
        <ContentSection title="What you told us" id={saidId}>
          <div className={classes.said} data-said={said}>
            <p className={classes.state}>
              {/* Whoever answers gives a name; whoever takes it down does not. */}
              {last.givenBy === '' ? 'You do not want it shown' : saidWords[said]}
            </p>
            <p className="soft">
              {[last.givenBy, formatDate(last.givenAt, timeZone)].filter(Boolean).join(', ')}
            </p>
            {said === 'given' && <p>{describeScope(last)}</p>}
            <p>{whatFollows(data)[said]}</p>
          </div>
        </ContentSection>
      )}
      <ContentSection title={page === 'public' ? 'What others see now' : 'What others could see'}>
        {page === 'none' ? (
          <p>
            We have not written anything yet. Before we show anything, we write a page without
            addresses or phone numbers, and you can read it here at any time.
          </p>
        ) : (
          <>
            {page !== 'naming' && <p>{describePage(data)}</p>}
            {/* A withdrawal is no answer of its own, and changes what is shown. */}
            <PageFrame
              key={`${seen} ${said}`}
              title="The page about you"
              token={token}
              limits={null}
            />
          </>
        )}
      </ContentSection>
      <ContentSection title={last === null ? 'Your decision' : 'Change your decision'}>
        <ConsentForm key={seen} page={data} token={token} onAnswered={onChange} />
      </ContentSection>
      {(said === 'given' || (said === null && page === 'public')) && (
        <WithdrawSection page={data} token={token} onWithdrawn={onChange} />
      )}
      <CorrectionSection page={data} token={token} timeZone={timeZone} onSent={onChange} />
    </ContentPage>
  );
}

const titles: Record<HelpStage, string> = {
  proposed: 'May We Help?',
  begun: 'May We Go On Helping?',
  over: 'May We Show It?',
};

const leads: Record<HelpStage, (what: string) => string> = {
  proposed: (what) =>
    `Somebody told us about this need: ${what}. You decide whether we may help, and what others may see.`,
  begun: (what) =>
    `Somebody told us about this need, and money is set aside or spent for it already: ${what}. You decide whether we may go on, and what others may see.`,
  over: (what) => `Our help for this need is over: ${what}. You decide what others may see of it.`,
};

const saidWords = {
  given: 'You agreed',
  declined: 'You said no',
  withdrawn: 'You took your consent back',
  ended: 'Your consent has ended',
};

/** What is in the frame, and how it came to be there. */
function describePage({ page, said }: ConsentPage): string {
  if (page === 'draft') {
    return said === 'given'
      ? 'This is a draft with what you allowed. Nobody outside of our team can see it yet.'
      : 'This is a draft. Nobody outside of our team can see it. It has everything that you could allow: we show only what you choose below.';
  }
  return said === null
    ? 'This is on our website now. We put it there before anybody asked you, and you have not answered yet. If you do not want it there, say so below, and it vanishes at once.'
    : 'This is on our website now, with what you allowed.';
}

/** What each answer leads to, so that nobody has to guess. */
function whatFollows({ help }: ConsentPage) {
  const money = {
    proposed: ' Money can be set aside for it once we have decided to help.',
    begun: ' Money is set aside or spent for it already, and more can follow.',
    over: '',
  };
  const noMore = {
    proposed: ' We set no money aside for it.',
    begun:
      ' We set no more money aside for it. What is set aside already stays until our team decides what becomes of it.',
    over: '',
  };
  return {
    given: `Thank you. Our team knows. We show no more than you allowed.${money[help]} Keep our message: with it, you can come back to this page and change your mind.`,
    declined: `Our team knows. We show nothing of it.${noMore[help]} You do not have to do anything else.`,
    withdrawn: `Our team knows. Nothing of it is on our website now.${noMore[help]}`,
    ended:
      'The day that you chose is over, so nothing of it is on our website now. If we may go on, please agree again below.',
  };
}

function describeScope({
  showsName,
  showsStory,
  showsPhotos,
  endsOn,
}: NonNullable<ConsentPage['last']>): string {
  const parts = [
    ...(showsName ? ['the name'] : []),
    ...(showsStory ? ['the story'] : []),
    ...(showsPhotos ? ['photos and videos'] : []),
  ];
  const what = parts.length === 0 ? 'nothing but where the money goes' : parts.join(', ');
  return `You allow others to see ${what}${endsOn === null ? '' : `, until ${formatDay(endsOn)}`}.`;
}

interface WithdrawSectionProps {
  page: ConsentPage;
  token: string;
  onWithdrawn: (page: ConsentPage) => void;
}

/** Taking the consent back, or down what nobody agreed to: asked once more, because everything vanishes. */
function WithdrawSection({ page, token, onWithdrawn }: WithdrawSectionProps) {
  const { said, help } = page;
  const what = said === null ? 'Take it down' : 'Take your consent back';
  const [isAsking, setAsking] = useState(false);
  const [isSending, setSending] = useState(false);
  async function withdraw() {
    setSending(true);
    try {
      const withdrawn = await call(endpoints.withdrawByNominee, { body: { token } });
      drawAndFocus(() => onWithdrawn(withdrawn), saidId);
    } catch (error) {
      notifyError(errorMessage(error));
      setSending(false);
    }
  }
  return (
    <ContentSection title={said === null ? 'Take it down' : 'Take it back'}>
      <p>
        {`You can ${said === null ? 'have it taken down' : 'take your consent back'} at any time, without a reason. Everything about you vanishes from our website at once. `}
        {help !== 'over' &&
          'No more money is set aside, and what is already set aside stays until our team decides what becomes of it. '}
        Whoever already got photos or receipts by email keeps them, and so does whoever saved them.
      </p>
      <FormActions>
        {isAsking ? (
          <>
            <Button look="filled" isBusy={isSending} onClick={() => void withdraw()}>
              {said === null ? 'Yes, take it down' : 'Yes, take it back'}
            </Button>
            <Button look="plain" onClick={() => setAsking(false)}>
              Keep it
            </Button>
          </>
        ) : (
          <Button look="outline" onClick={() => setAsking(true)}>
            {what}
          </Button>
        )}
      </FormActions>
    </ContentSection>
  );
}
