import { Button, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { DonorSummary } from '#contract/donors/donors.ts';
import type { OwnResponseOf } from '#contract/endpoint.ts';
import type { DonorId } from '#contract/ids.ts';
import type { mailDonors } from '#contract/publishing/donor-mailings.ts';
import { graceMinutes, namePlaces, unknownPlaces, withNames } from '#core/donors/donor-mails.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatTime } from '#web/admin/client/dates.ts';
import { endpoints } from '#web/admin/client/endpoints.ts';
import { useSend } from '#web/admin/client/use-endpoint.ts';
import classes from '#web/admin/publishing/donor-mailings/donor-mailings.module.css';
import { useStopMailing } from '#web/admin/publishing/donor-mailings/use-stop-mailing.ts';
import { ManyReport } from '#web/admin/shared/many-report.tsx';
import { useEndpointForm } from '#web/admin/shared/use-endpoint-form.ts';
import { Modal } from '#web/admin/ui/modal.tsx';
import { ModalActions } from '#web/admin/ui/modal-actions.tsx';
import { SubmitButtons } from '#web/admin/ui/submit-buttons.tsx';

interface MailDonorsModalProps {
  donors: DonorSummary[];
  opened: boolean;
  onClose: () => void;
  onSent: () => void;
}

type Sent = OwnResponseOf<typeof mailDonors>;

/** Writes one email to the selected donors. */
export function MailDonorsModal({ opened, ...rest }: MailDonorsModalProps) {
  return (
    <Modal title="Email the Selected Donors" opened={opened} onClose={rest.onClose}>
      <MailDonors {...rest} />
    </Modal>
  );
}

/** In the dialog, which keeps who was selected when it opened. */
function MailDonors({ donors: selected, onClose, onSent }: Omit<MailDonorsModalProps, 'opened'>) {
  const [donors] = useState(selected);
  const [sent, setSent] = useState<Sent | null>(null);
  return sent === null ? (
    <MailForm
      donors={donors}
      onClose={onClose}
      onSent={(outcome) => {
        setSent(outcome);
        onSent();
      }}
    />
  ) : (
    <Outcome donors={donors} sent={sent} onClose={onClose} />
  );
}

interface MailFormProps {
  donors: DonorSummary[];
  onClose: () => void;
  onSent: (sent: Sent) => void;
}

function MailForm({ donors, onClose, onSent }: MailFormProps) {
  const tryMail = useSend(endpoints.tryDonorMail, {
    said: ({ message }) => message,
    changes: false,
  });
  const { form, onSubmit } = useEndpointForm({
    to: endpoints.mailDonors,
    initialValues: { subject: '', text: '' },
    toBody: (written) => ({ ...written, ids: donors.map(({ id }) => id) }),
    check: placeErrors,
    onDone: onSent,
    onClose,
  });
  const written = form.getValues();
  const isWritten = written.subject.trim() !== '' && written.text.trim() !== '';
  // Said at once, because a test cannot be sent either.
  const problems = placeErrors(written);
  const to = countOf(donors.length, 'donor');
  return (
    <form className="stack" onSubmit={onSubmit} noValidate>
      <p>
        {`To ${to}.${describeUnreachable(donors)} It leaves ${graceMinutes} minutes after you send it, and can be stopped until then. Who wants no updates is left out, and everybody finds a link in it to stop them.`}
      </p>
      <TextInput
        label="Subject"
        aria-required="true"
        data-autofocus
        {...form.getInputProps('subject')}
        error={form.errors.subject ?? problems.subject}
      />
      <Textarea
        label="Text"
        description={`Plain text. ${namePlaces.join(' and ')} become the donor’s name.`}
        rows={8}
        aria-required="true"
        {...form.getInputProps('text')}
        error={form.errors.text ?? problems.text}
      />
      {isWritten && <Preview donors={donors} written={written} />}
      <ModalActions>
        <SubmitButtons action={`Send to ${to}`} loading={form.submitting} onCancel={onClose}>
          <Button
            variant="default"
            loading={tryMail.isPending}
            disabled={!isWritten || Object.keys(problems).length > 0}
            onClick={() => tryMail.mutate({ body: written })}
          >
            Send Me a Test
          </Button>
        </SubmitButtons>
      </ModalActions>
    </form>
  );
}

/** How many get none for want of an address; empty if everybody has one. */
function describeUnreachable(donors: DonorSummary[]): string {
  const { length } = donors.filter(({ email }) => email === null);
  if (length === 0) return '';
  return ` Of these, ${countOf(length, 'donor')} without an email address ${length === 1 ? 'gets' : 'get'} none.`;
}

/** What the first donor reads, and every other one if somebody looks further. */
function Preview({
  donors,
  written,
}: {
  donors: DonorSummary[];
  written: { subject: string; text: string };
}) {
  const [index, setIndex] = useState(0);
  const donor = donors[index] ?? donors[0];
  if (!donor) return null;
  return (
    <section className={classes.preview} aria-label="Preview">
      <p className="soft">{`What ${donor.firstName} ${donor.lastName} reads:`}</p>
      <h3 className="minor below-2">{withNames(written.subject, donor)}</h3>
      <p>{withNames(written.text, donor)}</p>
      {donors.length > 1 && (
        <Button
          mt="sm"
          size="sm"
          variant="default"
          onClick={() => setIndex((index + 1) % donors.length)}
        >
          Show the Next Donor’s
        </Button>
      )}
    </section>
  );
}

function placeErrors(written: { subject: string; text: string }): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const name of ['subject', 'text'] as const) {
    const [unknown] = unknownPlaces(written[name]);
    if (unknown) {
      errors[name] = `${unknown} is no place for a name. There are ${namePlaces.join(' and ')}.`;
    }
  }
  return errors;
}

interface OutcomeProps {
  donors: DonorSummary[];
  sent: Sent;
  onClose: () => void;
}

/** Who gets it, who does not and why, and a way back. */
function Outcome({ donors, sent, onClose }: OutcomeProps) {
  const stop = useStopMailing();
  const nameOf = (id: DonorId) => {
    const donor = donors.find((one) => one.id === id);
    return donor ? `${donor.firstName} ${donor.lastName}` : id;
  };
  return (
    <>
      <ManyReport
        outcome={sent}
        done={[
          `gets it at ${formatTime(sent.mailing.leavesAt)}`,
          `get it at ${formatTime(sent.mailing.leavesAt)}`,
        ]}
        of={['donor', 'donors']}
        nameOf={nameOf}
      />
      <ModalActions>
        <Button data-autofocus onClick={onClose}>
          Done
        </Button>
        <Button
          variant="outline"
          color="clay"
          loading={stop.isPending}
          onClick={() => stop.mutate({ params: { id: sent.mailing.id } }, { onSuccess: onClose })}
        >
          Stop
        </Button>
      </ModalActions>
    </>
  );
}
