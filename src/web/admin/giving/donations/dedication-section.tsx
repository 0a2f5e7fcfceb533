import type { Donation } from '#contract/giving/donations.ts';
import { dedicationWords } from '#core/giving/dedications.ts';
import { formatDate } from '#web/admin/client/dates.ts';
import { DetailSection, DetailText } from '#web/admin/ui/detail-list.tsx';

/** To whom a donation is dedicated, and what became of the email about it; nothing if it is not dedicated. */
export function DedicationSection({ dedication }: Pick<Donation, 'dedication'>) {
  if (dedication === null) return null;
  const { kind, honoree, message } = dedication;
  return (
    <DetailSection title="Dedication">
      <p>{`${dedicationWords[kind].replace(/^i/, 'I')} ${honoree}. ${stateOf(dedication)}`}</p>
      {message !== '' && <DetailText>{`“${message}”`}</DetailText>}
    </DetailSection>
  );
}

function stateOf({
  recipientName,
  dueAt,
  sentAt,
  bouncedAt,
  stopped,
}: NonNullable<Donation['dedication']>): string {
  const name = recipientName ?? 'whoever was named';
  if (bouncedAt !== null) return `The email to ${name} could not be delivered.`;
  if (sentAt !== null) return `The email to ${name} was sent on ${formatDate(sentAt)}.`;
  if (stopped !== null) return `The email to ${name} is not sent.`;
  return dueAt === null
    ? 'Nobody is told.'
    : `The email to ${name} is due on ${formatDate(dueAt)}.`;
}
