import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { idParams, paging, requiredText, timestamp } from '#contract/fields.ts';
import { deadMailId } from '#contract/ids.ts';

/** A mail that could not be sent and waits for somebody to decide. */
export const deadMail = z.object({
  id: deadMailId,
  /** When sending was given up. */
  createdAt: timestamp,
  recipient: z.string(),
  subject: z.string(),
  /** What the mail server said, or why it could not be reached. */
  error: z.string(),
  tries: z.int(),
  /** The link in it works no more: sending it again would be no use. */
  hasExpired: z.boolean(),
});
/** {@link deadMail} as a type. */
export type DeadMail = z.infer<typeof deadMail>;

/** How outgoing mail is doing. */
export const mailStatus = z.object({
  /** Mails that are still to be sent, those that are tried again later too. */
  waiting: z.int(),
  /** Since when the oldest of them waits. */
  oldestSince: timestamp.nullable(),
  /** While this is set, no mail leaves. */
  paused: z.object({ since: timestamp, reason: z.string() }).nullable(),
});
/** {@link mailStatus} as a type. */
export type MailStatus = z.infer<typeof mailStatus>;

/** The mails that could not be sent and that nobody has decided on, newest first. */
export const listDeadMails = endpoint({
  method: 'GET',
  path: '/api/mail',
  summary: 'List the mails that could not be sent',
  tag: 'Mail',
  access: 'administrator',
  query: z.object(paging),
  response: z.array(deadMail),
  paged: true,
});

/** What waits to be sent, and whether sending is paused. */
export const getMailStatus = endpoint({
  method: 'GET',
  path: '/api/mail/status',
  summary: 'Show how outgoing mail is doing',
  tag: 'Mail',
  access: 'administrator',
  response: mailStatus,
});

/** Sends the mail again, as the same mail. 409 when somebody decided before, or its link has expired. */
export const resendMail = endpoint({
  method: 'POST',
  path: '/api/mail/:id/resend',
  summary: 'Send a mail again',
  tag: 'Mail',
  access: 'administrator',
  params: idParams(deadMailId),
  errors: ['not_found', 'mail_already_handled', 'mail_expired'],
});

/** Gives the mail up, with a reason that the audit trail keeps. 409 when somebody decided before. */
export const discardMail = endpoint({
  method: 'POST',
  path: '/api/mail/:id/discard',
  summary: 'Discard a mail that could not be sent',
  tag: 'Mail',
  access: 'administrator',
  params: idParams(deadMailId),
  body: z.object({ reason: requiredText(500) }),
  errors: ['not_found', 'mail_already_handled'],
});

/** Lets paused mail go out again. Does nothing when it is not paused. */
export const resumeMail = endpoint({
  method: 'POST',
  path: '/api/mail/resume',
  summary: 'Let paused mail go out again',
  tag: 'Mail',
  access: 'administrator',
});
