import { Button } from '@mantine/core';
import { useState } from 'react';
import type { NomineeConsent } from '#contract/vetting/consents.ts';
import type { Nomination } from '#contract/vetting/nominations.ts';
import { formatDay } from '#core/platform/dates.ts';
import { formatCents } from '#core/platform/money.ts';
import {
  consentChannelWords,
  consentMethodWords,
  consentRelationWords,
  consentSaidWords,
  mostConsentAttempts,
} from '#core/vetting/consent.ts';
import { nominationStatus } from '#core/vetting/nomination-status.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useMay } from '#web/admin/client/session.ts';
import { useEndpoint, useSend } from '#web/admin/client/use-endpoint.ts';
import { ConfirmModal } from '#web/admin/shared/confirm-modal.tsx';
import { CallState } from '#web/admin/ui/call-state.tsx';
import { FoldedSection } from '#web/admin/ui/folded-section.tsx';
import { useModal } from '#web/admin/ui/use-modal.ts';
import { AskConsentForm } from '#web/admin/vetting/consents/ask-consent-form.tsx';
import { PaperConsentForm } from '#web/admin/vetting/consents/paper-consent-form.tsx';
import { PaperList } from '#web/admin/vetting/papers/paper-links.tsx';

/** What the nominee says about being helped and shown, and asking for it. */
export function ConsentSection({ nomination, opens }: { nomination: Nomination; opens: boolean }) {
  const consent = useEndpoint(
    endpoints.getConsent,
    { params: { id: nomination.id } },
    {
      refetchInterval: (data) =>
        data?.consents.some(({ paper }) => paper?.state === 'processing') ? 1_000 : false,
    },
  );
  return (
    <FoldedSection
      id="consent"
      title="Consent of the Nominee"
      summary={consent.data && describeSaid(consent.data)}
      opens={opens}
    >
      <CallState call={consent} failed="The consent could not be loaded." />
      {consent.data && <Consent nomination={nomination} consent={consent.data} />}
    </FoldedSection>
  );
}

function Consent({ nomination, consent }: { nomination: Nomination; consent: NomineeConsent }) {
  const { id } = nomination;
  const { said, attempts, requests, consents, corrections, isRequired } = consent;
  const mayDecide = useMay('nominations.decide');
  const [open, setOpen] = useState<'ask' | 'paper' | null>(null);
  const withdrawal = useModal('consent-withdrawal');
  const withdraw = useSend(endpoints.withdrawForNominee);
  const settle = useSend(endpoints.settleCorrection, { said: 'Marked as done' });
  const status = nominationStatus(nomination);
  const canAsk = status !== 'rejected';
  const withdrawalName = said === null ? 'Record a No' : 'Record a Withdrawal';
  const isAskedEnough = attempts >= mostConsentAttempts;
  return (
    <>
      <p className="row gap-y-0 below-4 wide">
        <strong>{describeSaid(consent)}</strong>
        <span className="soft">{meaning(consent)}</span>
      </p>
      {canAsk && isAskedEnough && (
        <p>
          {said === null
            ? `The nominee was asked ${attempts} times without an answer. ${status === 'completed' ? 'Unpublish the page' : 'Reject the nomination with the reason “The nominee has not agreed,”'} or record a consent on paper.`
            : `Since then, the nominee was asked ${attempts} times without an answer, which is as often as we ask. What they said last counts, until you record a paper with something else.`}
        </p>
      )}
      {mayDecide && open === null && (
        <div className="row below-4">
          {canAsk && !isAskedEnough && (
            <Button {...(!isRequired && { variant: 'default' })} onClick={() => setOpen('ask')}>
              Ask the Nominee
            </Button>
          )}
          <Button variant="default" onClick={() => setOpen('paper')}>
            Record a Paper
          </Button>
          {(said === 'given' || said === null) && (
            <Button variant="default" onClick={() => withdrawal.open()}>
              {withdrawalName}
            </Button>
          )}
        </div>
      )}
      {open === 'ask' && <AskConsentForm nominationId={id} onDone={() => setOpen(null)} />}
      {open === 'paper' && (
        <PaperConsentForm nominationId={id} seen={consents.length} onDone={() => setOpen(null)} />
      )}
      {corrections.length > 0 && (
        <ul className="list" aria-label="Corrections by the nominee">
          {corrections.map(({ id: correctionId, text, createdAt, settledAt }) => (
            <li key={correctionId} className="stack tight lined pad-y-5">
              <h3 className="minor">{`Correction of ${formatDate(createdAt)}`}</h3>
              <p className="words">{text}</p>
              {settledAt !== null && <p className="soft">{`Done on ${formatDate(settledAt)}`}</p>}
              {settledAt === null && mayDecide && (
                <div>
                  <Button
                    size="sm"
                    variant="default"
                    loading={settle.isPending && settle.variables.params.id === correctionId}
                    onClick={() => settle.mutate({ params: { id: correctionId } })}
                  >
                    Mark as Done
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      <ul className="list" aria-label="Answers of the nominee">
        {consents.map((one) => (
          <li key={one.id} className="stack tight lined pad-y-5">
            <h3 className="minor">{describeAnswer(one)}</h3>
            <p className="soft">{describeGiver(one)}</p>
            {one.answer === 'given' && <p>{describeScope(one)}</p>}
            {one.paper && <PaperList label="Paper" papers={[one.paper]} />}
          </li>
        ))}
      </ul>
      {requests.length > 0 && (
        <details>
          <summary>{`Asked ${requests.length === 1 ? 'once' : `${requests.length} times`}`}</summary>
          <ul>
            {requests.map(({ id: requestId, channel, createdAt, askedBy, isOpen }) => (
              <li key={requestId}>
                {`${consentChannelWords[channel]}, ${formatDate(createdAt)}${askedBy === null ? '' : `, ${askedBy}`}${isOpen ? '' : '. It no longer works.'}`}
              </li>
            ))}
          </ul>
        </details>
      )}
      <ConfirmModal
        title={withdrawalName}
        text="Everything about the nominee vanishes from the site immediately. Money that is allocated stays where it is."
        action="Record"
        {...withdrawal.dialog}
        onConfirm={() => withdraw.mutateAsync({ params: { id } })}
      />
    </>
  );
}

const describeSaid = ({ said }: NomineeConsent) =>
  said === null ? 'No answer yet' : consentSaidWords[said];

function meaning({ said, isRequired, unspentAmount }: NomineeConsent): string {
  const money =
    unspentAmount > 0
      ? ` ${formatCents(unspentAmount)} is allocated and not spent: talk to the nominee, or release it.`
      : '';
  switch (said) {
    case 'given':
      return 'What the nominee allows may be shown, and money may be allocated.';
    case null:
      return isRequired
        ? 'Until the nominee agrees, nothing may be shown, and no money may be allocated.'
        : 'The settings do not ask for it. What a nominee says counts anyway.';
    default:
      return `Nothing may be shown, and no money may be allocated.${money}`;
  }
}

type Answer = NomineeConsent['consents'][number];

function describeAnswer({ answer, givenBy, givenAt, withdrawnAt, endedAt }: Answer): string {
  const day = formatDate(givenAt);
  // Without a name, nobody answered.
  if (givenBy === '') return `Does not want to be shown, since ${day}`;
  if (answer === 'declined') return `Declined on ${day}`;
  if (withdrawnAt !== null) return `Agreed on ${day}, withdrawn on ${formatDate(withdrawnAt)}`;
  return `Agreed on ${day}${endedAt === null ? '' : ', ended'}`;
}

function describeGiver({ givenBy, relation, relationText, method, recordedBy }: Answer): string {
  const who = relation === 'self' ? consentRelationWords.self.team : relationText;
  const how = recordedBy === null ? '' : `, recorded by ${recordedBy}`;
  return `${givenBy === '' ? who : `${givenBy} (${who})`}, ${consentMethodWords[method]}${how}`;
}

function describeScope({ showsName, showsStory, showsPhotos, endsOn }: Answer): string {
  const parts = [
    showsName ? 'name' : 'no name',
    showsStory ? 'story' : 'no story',
    showsPhotos ? 'photos and videos' : 'no photos or videos',
  ];
  return `Shows: ${parts.join(', ')}${endsOn === null ? '' : `, until ${formatDay(endsOn)}`}.`;
}
