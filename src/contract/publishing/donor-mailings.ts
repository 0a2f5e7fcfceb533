import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import {
  idParams,
  messageBody,
  paging,
  requiredLine,
  requiredText,
  timestamp,
} from '#contract/fields.ts';
import { donorId, donorMailingId } from '#contract/ids.ts';
import { manyOutcome, selectedIds } from '#contract/many-at-once.ts';
import { maxSelected } from '#core/platform/many-at-once.ts';

/* Emails to several donors: writing, trying, sending, and stopping them. */

/** What donors get, with `{first name}` and `{full name}` where their names go: plain text. */
export const donorMailInput = z.object({
  subject: requiredLine(150),
  text: requiredText(5_000),
});

/** An email to several donors, and how far it is. */
export const donorMailing = z.object({
  id: donorMailingId,
  createdAt: timestamp,
  subject: z.string(),
  text: z.string(),
  /** Who sent it; null once that person is removed. */
  author: z.string().nullable(),
  /** Until then, nothing of it leaves. */
  leavesAt: timestamp,
  /** When somebody stopped what had not left; null if nobody did. */
  stoppedAt: timestamp.nullable(),
  /** How many donors it is for. */
  total: z.int(),
  /** How many of them it has left to. */
  sent: z.int(),
  /** How many get none: it was stopped, or they wanted no more updates when it was their turn. */
  leftOut: z.int(),
});
export type DonorMailing = z.infer<typeof donorMailing>;

const shared = { tag: 'Donors', access: 'money.write' } as const;

/** The latest first. */
export const listDonorMailings = endpoint('GET /api/donor-mailings', {
  ...shared,
  summary: 'List the emails to several donors',
  query: z.object(paging),
  response: z.array(donorMailing),
  paged: true,
});

/**
 * Emails these donors, ten minutes from now. Who wants no updates, and who got such an email in the last
 * 24 hours, is left out. Takes a second person above 50 donors in 24 hours. Honors `Idempotency-Key`.
 */
export const mailDonors = endpoint('POST /api/donor-mailings', {
  ...shared,
  recent: true,
  approval: 'mailing',
  summary: 'Email several donors',
  records: { 'donor_mailing.sent': 'Emailed several donors' },
  body: donorMailInput.extend({ ids: selectedIds(donorId, maxSelected) }),
  response: manyOutcome(donorId).extend({ mailing: donorMailing }),
  status: 201,
  errors: ['nobody_to_mail', 'too_many_requests', 'idempotency_key_reused'],
});

/** Emails it to oneself, with one's own name in it. */
export const tryDonorMail = endpoint('POST /api/donor-mailings/try', {
  ...shared,
  recent: false,
  summary: 'Email yourself what donors would get',
  body: donorMailInput,
  response: messageBody,
});

/** Stops what of it has not left. 409 if all of it has, or if it was stopped before. */
export const stopDonorMailing = endpoint('POST /api/donor-mailings/:id/stop', {
  ...shared,
  recent: false,
  summary: 'Stop an email to several donors',
  records: { 'donor_mailing.stopped': 'Stopped an email to several donors' },
  params: idParams(donorMailingId),
  response: donorMailing,
  errors: ['not_found', 'mailing_over'],
});
