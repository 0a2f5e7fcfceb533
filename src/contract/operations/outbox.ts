import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { idParams, paging, requiredText, timestamp } from '#contract/fields.ts';
import { deadMailId } from '#contract/ids.ts';

/* Emails that could not be sent or wait: resending, discarding, and resuming. */

/** A mail that could not be sent and that nobody has resent or discarded yet. */
export const deadMail = z.object({
  id: deadMailId,
  /** When sending was given up. */
  createdAt: timestamp,
  recipient: z.string(),
  subject: z.string(),
  /** What the mail server said, or why it could not be reached. */
  error: z.string(),
  tries: z.int(),
  /** The link in it has expired, so that sending it again would be useless. */
  hasExpired: z.boolean(),
});
export type DeadMail = z.infer<typeof deadMail>;

/** The state of outgoing mail. */
export const mailStatus = z.object({
  /** Mails still to be sent, including those that will be retried, but without those that are not due yet. */
  waiting: z.int(),
  /** Since when the oldest of them has been waiting. */
  oldestSince: timestamp.nullable(),
  /** The last failed try of those that are tried again: when it began, and why it failed. */
  lastFailure: z.object({ at: timestamp, error: z.string() }).nullable(),
  /** Mails about decisions that can still be undone: they leave once that is over. */
  scheduled: z.int(),
  /** When the first of these leaves. */
  nextAt: timestamp.nullable(),
  /** While this is set, no mail is sent. */
  paused: z.object({ since: timestamp, reason: z.string() }).nullable(),
});
export type MailStatus = z.infer<typeof mailStatus>;

/** The mails that could not be sent and that nobody has resent or discarded yet, newest first. */
export const listDeadMails = endpoint('GET /api/mail', {
  summary: 'List the mails that could not be sent',
  reads: 'undelivered-mail',
  tag: 'Mail',
  access: 'mail.write',
  query: z.object(paging),
  response: z.array(deadMail),
  paged: true,
});

/** How many mails are waiting to be sent, and whether sending is paused. */
export const getMailStatus = endpoint('GET /api/mail/status', {
  summary: 'Show the state of outgoing mail',
  tag: 'Mail',
  access: 'lists.read',
  response: mailStatus,
});

/** Sends the same mail again. 409 if it was already resent or discarded, or if its link has expired. */
export const resendMail = endpoint('POST /api/mail/:id/resend', {
  recent: false,
  summary: 'Resend a mail that could not be sent',
  records: { 'mail.resent': 'Resent an email' },
  tag: 'Mail',
  access: 'mail.write',
  params: idParams(deadMailId),
  errors: ['not_found', 'mail_already_handled', 'mail_expired'],
});

/** Discards the mail, with a reason that the audit trail keeps. 409 if it was already resent or discarded. */
export const discardMail = endpoint('POST /api/mail/:id/discard', {
  recent: false,
  summary: 'Discard a mail that could not be sent',
  records: { 'mail.discarded': 'Discarded an email' },
  tag: 'Mail',
  access: 'mail.write',
  params: idParams(deadMailId),
  body: z.object({ reason: requiredText(500) }),
  errors: ['not_found', 'mail_already_handled'],
});

/** Sends all mail that waits for its next try now. Does nothing while mail is paused. */
export const sendWaitingMail = endpoint('POST /api/mail/send-waiting', {
  recent: false,
  summary: 'Send waiting mail now',
  records: { 'mail.hurried': 'Sent waiting email now' },
  tag: 'Mail',
  access: 'mail.write',
});

/** Resumes paused mail. Does nothing if mail is not paused. */
export const resumeMail = endpoint('POST /api/mail/resume', {
  recent: true,
  summary: 'Resume paused mail',
  records: { 'mail.resumed': 'Resumed outgoing email' },
  tag: 'Mail',
  access: 'settings.write',
});
