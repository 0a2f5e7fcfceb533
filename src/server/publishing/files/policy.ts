import type { File } from '#contract/publishing/files.ts';
import { formatDay } from '#core/platform/dates.ts';
import { AppError } from '#server/platform/errors.ts';

type Publishable = Pick<
  File,
  | 'kind'
  | 'stillOf'
  | 'state'
  | 'alternativeText'
  | 'consentBy'
  | 'consentScope'
  | 'consentUntil'
  | 'consentWithdrawnAt'
  | 'redactions'
>;

/** Throws 409, saying what is missing, unless the file may be published. `today` is a day in UTC. */
export function assertPublishable(file: Publishable, hasStill: boolean, today: string): void {
  if (file.stillOf !== null) {
    throw new AppError(
      'file_not_ready',
      'This is the still picture of a video: publish the video instead.',
    );
  }
  if (file.kind === 'receipt' && file.redactions === null) {
    throw new AppError(
      'redaction_undecided',
      'Is there anything private on this receipt, such as a name, an address, or a card number? Black it out, or confirm that there is nothing to black out.',
    );
  }
  if (file.state !== 'ready') {
    throw new AppError(
      'file_not_ready',
      'This file is not ready yet. Please try again in a moment.',
    );
  }
  if (file.kind !== 'receipt') {
    if (!file.alternativeText) {
      throw new AppError(
        'description_missing',
        `Please describe the ${file.kind} for people who cannot see it.`,
        { alternativeText: 'Required' },
      );
    }
    assertConsent(file, today);
  }
  if (file.kind === 'video' && !hasStill) {
    throw new AppError(
      'file_not_ready',
      'This video has no still picture yet. Please choose one: it is what people see before they play it.',
    );
  }
}

function assertConsent(file: Publishable, today: string): void {
  if (file.consentWithdrawnAt !== null) {
    throw new AppError(
      'consent_missing',
      'The consent was withdrawn. Record a new consent before you publish this.',
    );
  }
  const fields: Record<string, string> = {};
  if (!file.consentBy) fields.consentBy = 'Required';
  if (!file.consentScope) fields.consentScope = 'Required';
  if (Object.keys(fields).length > 0) {
    throw new AppError(
      'consent_missing',
      `Please record who agreed to the publication of this ${file.kind}, and to what.`,
      fields,
    );
  }
  if (file.consentUntil !== null && file.consentUntil < today) {
    const message = `The consent ended on ${formatDay(file.consentUntil)}. Ask again, and record the new end date.`;
    throw new AppError('consent_missing', message, { consentUntil: 'Has passed' });
  }
}
