import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { NominationId } from '#contract/ids.ts';
import {
  type ConsentChannel,
  type ConsentRelation,
  consentChannels,
  consentChannelWords,
  consentRelations,
  consentRelationWords,
} from '#core/vetting/consent.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { paths } from '#web/admin/client/paths.ts';
import { EmailField } from '#web/admin/shared/email-field.tsx';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { CopyButton } from '#web/admin/ui/copy-button.tsx';
import { LinkButton } from '#web/admin/ui/link-button.tsx';
import { SubmitButtons } from '#web/admin/ui/submit-buttons.tsx';
import { notifySuccess } from '#web/ui/notify.ts';

interface AskConsentFormProps {
  nominationId: NominationId;
  onDone: () => void;
}

/** Asks by email, or shows a text to copy or the way to a letter: both are shown once. */
export function AskConsentForm({ nominationId, onDone }: AskConsentFormProps) {
  const [shown, setShown] = useState<{ text: string | null; code: string | null }>();
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.askForConsent,
    params: { id: nominationId },
    initialValues: {
      channel: 'email' as ConsentChannel,
      askedAs: 'self' as ConsentRelation,
      email: '',
    },
    toBody: ({ email, ...input }) => ({ ...input, email: input.channel === 'email' ? email : '' }),
    onDone({ text, code }) {
      if (text !== null || code !== null) setShown({ text, code });
      else {
        notifySuccess('Asked. The email is on its way.');
        onDone();
      }
    },
  });
  if (shown) return <Shown nominationId={nominationId} shown={shown} onDone={onDone} />;
  const { channel } = form.getValues();
  return (
    <form
      className="card stack below-4 max-42"
      aria-label="Ask the nominee"
      noValidate
      onSubmit={onSubmit}
    >
      <p className="soft">
        The nominee reads what we would show, and decides. The page does not say who nominated.
        Earlier links and codes stop working.
      </p>
      <NativeSelect
        label="Who is asked?"
        data={consentRelations.map((value) => ({ value, label: consentRelationWords[value].team }))}
        {...form.getInputProps('askedAs')}
      />
      <NativeSelect
        label="How?"
        data={consentChannels.map((value) => ({ value, label: consentChannelWords[value] }))}
        {...form.getInputProps('channel')}
      />
      {channel === 'email' && (
        <EmailField
          description="We do not store it with the nomination."
          {...form.getInputProps('email')}
        />
      )}
      <div className="row">
        <SubmitButtons
          action={channel === 'email' ? 'Send' : 'Continue'}
          loading={form.submitting}
          onCancel={onDone}
        />
      </div>
    </form>
  );
}

function Shown({
  nominationId,
  shown: { text, code },
  onDone,
}: AskConsentFormProps & { shown: { text: string | null; code: string | null } }) {
  return (
    <div className="card stack below-4 max-42">
      {text !== null && (
        <Textarea
          label="Text message"
          description="Copy it now: we show the link only once."
          rows={5}
          readOnly
          value={text}
          rightSection={<CopyButton text={text} what="text message" />}
        />
      )}
      {code !== null && (
        <>
          <p>{`The code of the letter is ${code}. Print the letter now: we show the code only once.`}</p>
          <div className="row">
            <LinkButton to={`${paths.consentLetter(nominationId)}#${code}`}>
              Show the Letter
            </LinkButton>
          </div>
        </>
      )}
      <div className="row">
        <Button variant="default" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
