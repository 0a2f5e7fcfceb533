import type { JobId } from '#contract/ids.ts';
import { countOf } from '#core/platform/counts.ts';
import { formatMoment } from '#core/platform/dates.ts';
import {
  findMark,
  findPause,
  findRefusals,
  lastAcceptance,
  type Refusal,
} from '#server/operations/outbox/queries.ts';
import { mailIsTaken, mailIsTried } from '#server/operations/watch/emails.ts';
import { teamAddresses } from '#server/people/users/queries.ts';
import type { Config } from '#server/platform/config.ts';
import { doneBefore, markDone } from '#server/platform/db/mark-done.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/schema.ts';
import {
  countDone,
  findStall,
  retryJobsNow,
  tryOneJobNow,
} from '#server/platform/jobs/job-table.ts';
import { scrub } from '#server/platform/logger.ts';
import { mailQueue } from '#server/platform/mail/mail-queue.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { createMailTransport } from '#server/platform/mail/transport.ts';

/*
 * Whether refused mail is the fault of its recipients, or of the mail server: it may refuse everybody, or all but the team
 * (decision 0076). What was told ends when a mail is accepted, never because nothing is left that was refused.
 */

type MailSettings = Pick<Mailer, 'config' | 'settings'>;

const graceMs = 5 * 60_000;
// So many that each refuse their mail, or let it wait, are no accident: whoever passes it on to them does not work.
const atFault = 3;
// Of a large mailing, so many mailboxes may be full.
const usualShare = 0.05;
const lateMs = 6 * 3600_000;
// For so long, the queue keeps what it has sent.
const keptMs = 7 * 24 * 3600_000;
// Whatever accepted a mail so recently need not be asked whether it is there.
const recentMs = 2 * 60_000;

const pleaseLook =
  'Please ask the person who runs the server to look at the mail server and at SMTP_URL.';

/**
 * What is wrong if no mail is accepted: it waits, or nobody can log in, or it was refused since any was accepted. Of the last,
 * so little may have been refused that its recipients are at fault: a mistyped address, or a full mailbox. A server that does
 * not even take mail to the charity itself refuses everybody. That is asked each time, since nothing else may leave for hours.
 * If a text was refused, only mail tells whether the next would be: once an hour, because it may arrive although the server
 * does not say so.
 */
export async function mailProblem(
  db: Db,
  mailer: MailSettings,
): Promise<string | null | undefined> {
  // While mail is paused, none is to leave.
  if ((await findPause(db)) !== null) return undefined;
  const stall = await findStall(db, mailQueue);
  // What has only begun to wait says nothing yet about what waits longer.
  if (stall !== null && ageOf(stall.since) >= graceMs) {
    const reason = stall.error === null ? '' : ` The last try failed: ${reasonOf(stall.error)}.`;
    return `Since ${when(stall.since, mailer)}, the mail server has accepted no email.${reason} ${describeWaiting(stall.jobs, 'within minutes when it does')} ${pleaseLook}`;
  }
  const accepted = await lastAcceptance(db);
  if (accepted === null || ageOf(accepted) > recentMs) {
    const transport = createMailTransport(mailer.config);
    const away = await transport.verify().then(() => null, reasonOf);
    if (away !== null) return `The mail server cannot be used: ${away}. ${pleaseLook}`;
  }
  const openSince = await findOpening(db, 'mail');
  const refused = refusedSince(await findRefusals(db), accepted ?? weekAgo());
  const isOver =
    openSince === null ? !isLong(refused) : refused.length === 0 && isBefore(openSince, accepted);
  if (isOver) return null;
  const isOfTexts = isBefore(accepted ?? weekAgo(), await findMark(db, 'mail-text-refused'));
  const isTried = !isOfTexts || (await markDone(db, 'mail-tried', { again: doneBefore('1 hour') }));
  const error = isTried
    ? await refusalOf(
        (to) => (isOfTexts ? sendTwo : askForOne)(mailer.config, to),
        await teamAddresses(db, mailer.config),
      )
    : refused.at(-1)?.error;
  if (error === null) {
    await markDone(db, 'mail-accepted');
    return null;
  }
  if (error === undefined) return undefined;
  return tellOf(
    refused,
    `Since ${when(startOf(refused) ?? openSince ?? weekAgo(), mailer)}, the mail server has accepted no email, and refuses email to the team of this site, too: ${reasonOf(error)}.`,
    'within minutes when it does',
  );
}

/**
 * What is wrong if the mail server takes some mail, such as that to the team, and takes none to several others, or has let
 * several people wait for hours: more than those of a large mailing whose mailbox is full, or all at one place.
 */
export async function partialProblem(
  db: Db,
  mailer: MailSettings,
): Promise<string | null | undefined> {
  if ((await findPause(db)) !== null) return undefined;
  const team = (await teamAddresses(db, mailer.config)).map((address) => address.toLowerCase());
  const outside = (await findRefusals(db)).filter(({ to }) => to !== null && !team.includes(to));
  const old = outside.filter(({ isWaiting, since }) => isWaiting && ageOf(since) > lateMs);
  const done = await countDone(db, mailQueue, {
    except: team,
    since: startOf(old) ?? new Date().toISOString(),
  });
  const accepted =
    done
      .map(({ at }) => at)
      .sort()
      .at(-1) ?? null;
  // Whoever waited already while others got theirs says nothing about these.
  const refused = outside.filter(({ since }) => isBefore(accepted ?? weekAgo(), since));
  const start = startOf(refused);
  // Where nobody's is taken, that is what has to be told.
  const isPartial = start !== null && isBefore(start, await lastAcceptance(db));
  const later = 'within hours when it takes them, or with "Send Waiting Emails Now" on this page';
  if (isPartial && peopleOf(refused).size >= atFault && isLong(refused)) {
    const what = `Since ${when(start, mailer)}, the mail server has accepted no email to anybody outside of the team.`;
    return tellOf(refused, what, later);
  }
  const late = old.filter(
    ({ to, since }) => !done.some(({ place, at }) => place === placeOf(to) && isBefore(since, at)),
  );
  const people = peopleOf(late);
  const sent = done.reduce((sum, { jobs }) => sum + jobs, 0);
  const isOfPlace = [...Map.groupBy(people, placeOf).values()].some(
    (neighbors) => neighbors.length >= atFault,
  );
  if (people.size >= atFault && (isOfPlace || people.size >= usualShare * (sent + people.size))) {
    if (await markDone(db, 'mail-late-tried', { again: doneBefore('15 minutes') }))
      await tryLate(db, mailer, late);
    const what = `Since ${when(startOf(late) ?? '', mailer)}, the mail server has let ${countOf(late.length, 'email')} wait: ${reasonOf(late[0]?.error)}.`;
    return tellOf(late, what, later);
  }
  const openSince = await findOpening(db, 'someMail');
  return openSince === null || isBefore(openSince, accepted) ? null : undefined;
}

/** One of those that wait for hours: if it is taken now, the others need not wait for their next try. */
async function tryLate(db: Db, { config }: MailSettings, late: Refusal[]): Promise<void> {
  const one = late[Math.floor(Math.random() * late.length)];
  if (!one) return;
  // A try would count, until it is given up; a question does not.
  const isTaken =
    one.isOwnFault &&
    (await askForOne(config, one.to ?? '').then(
      () => true,
      () => false,
    ));
  await db.transaction().execute(async (trx) => {
    if (isTaken) await retryJobsNow(trx, mailQueue);
    else if (!one.isOwnFault) await tryOneJobNow(trx, mailQueue);
  });
}

/** Since when an alert of this check is open; null if none is. */
async function findOpening(db: Db, check: string): Promise<string | null> {
  const alert = await db
    .selectFrom('alerts')
    .select('createdAt')
    .where('key', '=', `watch:${check}`)
    .where('settledAt', 'is', null)
    .executeTakeFirst();
  return alert?.createdAt ?? null;
}

function tellOf(refused: Refusal[], what: string, soon: string): string {
  const waiting = refused.filter(({ isWaiting }) => isWaiting).length;
  const given = refused.filter(({ isWaiting, to }) => !isWaiting && to !== null).length;
  return [
    what,
    ...(waiting === 0 ? [] : [describeWaiting(waiting, soon)]),
    ...(given === 0
      ? []
      : [
          `${countOf(given, 'email')} ${given === 1 ? 'was' : 'were'} refused for good: resend ${given === 1 ? 'it' : 'them'} on this page when it does.`,
        ]),
    pleaseLook,
  ].join(' ');
}

function describeWaiting(mails: number, soon: string): string {
  return `${countOf(mails, 'email')} ${mails === 1 ? 'is' : 'are'} waiting, and will leave ${soon}.`;
}

function when(moment: string, { settings }: MailSettings): string {
  return formatMoment(moment, settings.current().timeZone);
}

function reasonOf(error: unknown): string {
  return scrub(String(error instanceof Error ? error.message : error)).replace(/\.$/, '');
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

/** Not through the queue, which would keep them for days. Two, because a server may take one alone, or one at a time. */
async function sendTwo(config: Config, to: string): Promise<void> {
  for (const write of [mailIsTried, mailIsTaken]) {
    const messageId = `<${newId<JobId>()}@${new URL(config.publicUrl).hostname}>`;
    await createMailTransport(config).deliver({ ...write(config, to), messageId });
  }
}

/** Those that were refused after a moment: before it, they could not have been accepted either. */
function refusedSince(refusals: Refusal[], moment: string): Refusal[] {
  return refusals
    .filter(({ at }) => isBefore(moment, at))
    .map((refusal) => ({
      ...refusal,
      since: isBefore(refusal.since, moment) ? moment : refusal.since,
    }));
}

function isLong(refused: Refusal[]): boolean {
  const start = startOf(refused);
  return start !== null && ageOf(start) >= graceMs;
}

function ageOf(moment: string): number {
  return Date.now() - Date.parse(moment);
}

function weekAgo(): string {
  return new Date(Date.now() - keptMs).toISOString();
}

function startOf(refused: Refusal[]): string | null {
  return refused.map(({ since }) => since).sort()[0] ?? null;
}

function peopleOf(refused: Refusal[]): Set<string | null> {
  return new Set(refused.map(({ to }) => to));
}

function placeOf(address: string | null): string | undefined {
  return address?.split('@').at(-1);
}

function isBefore(moment: string, other: string | null): boolean {
  return other !== null && Date.parse(moment) < Date.parse(other);
}
