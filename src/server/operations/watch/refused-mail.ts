import type { JobId } from '#contract/ids.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatMoment } from '#core/platform/dates.ts';
import {
  findPause,
  findRefusals,
  lastAcceptance,
  type Refusal,
} from '#server/operations/outbox/queries.ts';
import { mailIsTaken } from '#server/operations/watch/emails.ts';
import { teamAddresses } from '#server/people/users/queries.ts';
import type { Config } from '#server/platform/config.ts';
import { doneBefore, markDone } from '#server/platform/db/mark-done.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { lastDone } from '#server/platform/jobs/job-table.ts';
import { scrub } from '#server/platform/logger.ts';
import { mailQueue } from '#server/platform/mail/mail-queue.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { createMailTransport } from '#server/platform/mail/transport.ts';

/* Whether refused mail is the fault of its recipients, or of the mail server: it may refuse everybody, or all but the team. */

type MailSettings = Pick<Mailer, 'config' | 'settings'>;

const graceMs = 5 * 60_000;
// So many that each refuse their mail, or let it wait, are no accident: whoever passes it on to them does not work.
const atFault = 3;
const lateMs = 6 * 3600_000;
// For so long, the queue keeps what it has sent.
const keptMs = 7 * 24 * 3600_000;

/**
 * What is wrong if mail was refused since any was accepted, so little that its recipients may be at fault: a mistyped address,
 * or a full mailbox. A server that does not even take mail to the charity itself refuses everybody. That is asked each time,
 * since nothing else may leave for hours. If a mail to the team was refused as well, possibly because of its text, only
 * another one tells whether the next would be: one an hour, because it may arrive although the server does not say so.
 */
export async function refusalProblem(db: Db, mailer: MailSettings): Promise<string | null> {
  // While mail is paused, none is to leave.
  if ((await findPause(db)) !== null) return null;
  const team = await teamAddresses(db, mailer.config);
  const refused = refusedSince(await findRefusals(db), (await lastAcceptance(db)) ?? weekAgo());
  if (!isLong(refused)) return null;
  const ofTeam = isFor(team);
  const toTeam = refused.find(ofTeam);
  const isOfTexts = toTeam !== undefined && !refused.every(ofTeam);
  const isTried = !isOfTexts || (await markDone(db, 'mail-tried', { again: doneBefore('1 hour') }));
  const ask = isOfTexts ? sendOne : askForOne;
  const error = isTried
    ? await refusalOf((to) => ask(mailer.config, to), team)
    : new Error(toTeam?.error);
  if (error === null) {
    await markDone(db, 'mail-accepted');
    return null;
  }
  const reason = scrub(String(error instanceof Error ? error.message : error)).replace(/\.$/, '');
  return tellOf(
    refused,
    mailer,
    `accepted no email, and does not take one to the team of this site either: ${reason}.`,
  );
}

/**
 * What is wrong if the mail server takes some mail, such as that to the team, and refuses that to several places, or has let
 * several people wait for hours.
 */
export async function partialProblem(db: Db, mailer: MailSettings): Promise<string | null> {
  if ((await findPause(db)) !== null) return null;
  const team = await teamAddresses(db, mailer.config);
  const ofTeam = isFor(team);
  const outside = (await findRefusals(db)).filter((refusal) => !ofTeam(refusal));
  const late = outside.filter(({ isWaiting, since }) => isWaiting && ageOf(since) > lateMs);
  const accepted = await lastDone(db, mailQueue, {
    except: team.map((address) => address.toLowerCase()),
  });
  const refused = refusedSince(outside, accepted ?? weekAgo());
  const places = new Set(refused.map(({ to }) => to.split('@').at(-1)));
  // Where nobody's is taken, that is what has to be told.
  const isPartial = isBefore(startOf(refused), await lastAcceptance(db));
  if (isPartial && places.size >= atFault && isLong(refused)) {
    return tellOf(refused, mailer, 'accepted no email to anybody outside of the team.');
  }
  return new Set(late.map(({ to }) => to)).size >= atFault
    ? tellOf(
        late,
        mailer,
        `let ${countOf(late.length, 'email')} wait: ${scrub(late[0]?.error ?? '').replace(/\.$/, '')}.`,
      )
    : null;
}

function tellOf(refused: Refusal[], { settings }: MailSettings, what: string): string {
  const waiting = refused.filter(({ isWaiting }) => isWaiting).length;
  const given = refused.length - waiting;
  return [
    `Since ${formatMoment(startOf(refused), settings.current().timeZone)}, the mail server has ${what}`,
    ...(waiting === 0
      ? []
      : [
          `${countOf(waiting, 'email')} ${waiting === 1 ? 'is' : 'are'} waiting, and will leave within minutes when it does.`,
        ]),
    ...(given === 0
      ? []
      : [
          `${countOf(given, 'email')} ${given === 1 ? 'was' : 'were'} refused for good: resend ${given === 1 ? 'it' : 'them'} on this page when it does.`,
        ]),
    'Please ask the person who runs the server to look at the mail server and at SMTP_URL.',
  ].join(' ');
}

/** Why the server takes mail to none of these addresses; null if it takes some, because one mailbox alone may be gone. */
async function refusalOf(
  offer: (address: string) => Promise<void>,
  addresses: string[],
): Promise<unknown> {
  let refusal: unknown = null;
  for (const address of addresses) {
    try {
      await offer(address);
      return null;
    } catch (error) {
      refusal = error;
    }
  }
  return refusal;
}

function askForOne(config: Config, to: string): Promise<void> {
  return createMailTransport(config).askFor(to);
}

/** Not through the queue, which would keep it for days. */
function sendOne(config: Config, to: string): Promise<void> {
  const messageId = `<${newId<JobId>()}@${new URL(config.publicUrl).hostname}>`;
  return createMailTransport(config).deliver({ ...mailIsTaken(config, to), messageId });
}

/** Those that were refused after a moment: before it, they could not have been accepted either. */
function refusedSince(refusals: Refusal[], moment: string | null): Refusal[] {
  if (moment === null) return refusals;
  return refusals
    .filter(({ at }) => isBefore(moment, at))
    .map((refusal) => ({
      ...refusal,
      since: isBefore(refusal.since, moment) ? moment : refusal.since,
    }));
}

function isLong(refused: Refusal[]): boolean {
  return refused.length > 0 && ageOf(startOf(refused)) >= graceMs;
}

function ageOf(moment: string): number {
  return Date.now() - Date.parse(moment);
}

function weekAgo(): string {
  return new Date(Date.now() - keptMs).toISOString();
}

function startOf(refused: Refusal[]): string {
  return refused.map(({ since }) => since).sort()[0] ?? '';
}

function isBefore(moment: string, other: string | null): boolean {
  return other !== null && Date.parse(moment) < Date.parse(other);
}

function isFor(addresses: string[]): (refusal: Refusal) => boolean {
  const ours = new Set(addresses.map((address) => address.toLowerCase()));
  return ({ to }) => ours.has(to);
}
