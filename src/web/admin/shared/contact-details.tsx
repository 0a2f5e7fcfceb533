import { isErasedAddress } from '#core/people/erased.ts';
import { DetailList, type DetailRow, DetailSection } from '#web/admin/ui/detail-list.tsx';
import { EmailText } from '#web/admin/ui/email-text.tsx';

interface ContactDetailsProps {
  /** No name for whoever may not see any of it. Of a donation that was not paid online, less is known. */
  person: Record<'firstName' | 'lastName' | 'email' | 'phone' | 'zip', string | null>;
}

/** How to reach a donor or a nominator; only that they are hidden, for whoever may not see it. */
export function ContactDetails({ person }: ContactDetailsProps) {
  const { firstName, lastName, email, phone, zip } = person;
  if (email !== null && isErasedAddress(email)) {
    return (
      <DetailSection title="Contact Details">
        <p className="soft">They were erased.</p>
      </DetailSection>
    );
  }
  return (
    <DetailSection title="Contact Details">
      {firstName === null ? (
        <HiddenNote />
      ) : (
        <DetailList
          rows={{
            Name: `${firstName} ${lastName}`,
            'Email Address': emailRow(email),
            'Phone Number': phone ?? 'None',
            'Zip Code': zip ?? 'None',
          }}
        />
      )}
    </DetailSection>
  );
}

/** An address to write to, as a row of details. */
export function emailRow(address: string | null): DetailRow {
  if (address === null) return 'None';
  return {
    copied: address,
    shown: (
      <a href={`mailto:${address}`}>
        <EmailText address={address} />
      </a>
    ),
  };
}

/** The name of a donor, as far as the reader may see it. */
export function donorName({
  firstName,
  lastName,
}: Pick<ContactDetailsProps['person'], 'firstName' | 'lastName'>): string {
  return firstName === null ? 'A donor' : `${firstName} ${lastName}`;
}

/** In place of what somebody's roles do not let them see. */
export function HiddenNote() {
  return <p className="soft">Your roles do not let you see this.</p>;
}
