import type { DonorId } from '#contract/ids.ts';
import {
  mailedHours,
  maxMailedPerDay,
  namePlaces,
  unknownPlaces,
} from '#core/donors/donor-mails.ts';
import { formatCount } from '#core/platform/counts.ts';
import { AppError } from '#server/platform/errors.ts';

/** What decides whether somebody gets an email to several donors. */
export interface SelectedDonor {
  id: DonorId;
  isJoined: boolean;
  isErased: boolean;
  hasAddress: boolean;
  wantsNoUpdates: boolean;
  wasMailedToday: boolean;
}

/** Why a selected donor gets no email; null if they get it. */
export function reasonAgainst(donor: SelectedDonor | undefined): string | null {
  if (donor === undefined || donor.isErased) return 'This donor is not on record anymore.';
  if (donor.isJoined) return 'This record was joined into another one.';
  if (!donor.hasAddress) return 'We have no email address of this donor.';
  if (donor.wantsNoUpdates) return 'This donor wants no updates by email.';
  if (donor.wasMailedToday) return `This donor got such an email in the last ${mailedHours} hours.`;
  return null;
}

/** Throws 400 if something in braces is no place for a name: donors would read it as it is. */
export function assertPlacesKnown(mail: { subject: string; text: string }): void {
  const fields = Object.fromEntries(
    Object.entries({ subject: mail.subject, text: mail.text }).flatMap(([name, text]) => {
      const [unknown] = unknownPlaces(text);
      return unknown === undefined
        ? []
        : [[name, `${unknown} is no place for a name. There are ${namePlaces.join(' and ')}.`]];
    }),
  );
  if (Object.keys(fields).length > 0) {
    throw new AppError('invalid_input', 'Please correct the places for names.', fields);
  }
}

/** Throws 429 if there would be more of these emails in 24 hours than a charity sends by hand. */
export function assertWithinDay(today: number, more: number): void {
  if (today + more <= maxMailedPerDay) return;
  const left = formatCount(Math.max(0, maxMailedPerDay - today));
  throw new AppError(
    'too_many_requests',
    `At most ${formatCount(maxMailedPerDay)} of these emails leave in ${mailedHours} hours, so ${left} more can leave now. Select fewer donors, or wait until tomorrow.`,
  );
}
