import { sql } from 'kysely';
import type { DonationId, JobId } from '#contract/ids.ts';
import { type DedicationFields, hasLink, recipientDays } from '#core/giving/dedications.ts';
import { createDonationLink } from '#server/donors/donation-links/commands.ts';
import { unlessAnonymous } from '#server/donors/donors/anonymity.ts';
import {
  dedicationBounced,
  dedicationSent,
  dedicationTold,
} from '#server/giving/dedications/emails.ts';
import { dueAtOf, readDedication } from '#server/giving/dedications/read-dedication.ts';
import type { Visitor } from '#server/platform/actor.ts';
import type { Config } from '#server/platform/config.ts';
import type { NewDedication } from '#server/platform/db/column-types.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import { mailboxOf } from '#server/platform/mail/mailbox.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { mailboxCaller } from '#server/platform/misuse/call-counts.ts';
import { mayMailStranger } from '#server/platform/misuse/mail-limit.ts';
import { serverSecrets } from '#server/platform/security/server-secret.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';

/** Dedicates a donation that was just booked. The mail leaves later, with {@link sendDueDedications}. */
export async function keepDedication(
  trx: Trx,
  donationId: DonationId,
  dedication: NewDedication,
  { network, timeZone }: { network: Buffer | null; timeZone: string },
): Promise<void> {
  const { kind, honoree, recipient, message, tellsName, sendOn } = dedication;
  const said = {
    kind,
    honoree,
    message,
    tellsName,
    sendOn,
    network,
    recipientName: recipient?.name ?? null,
    recipientEmail: recipient?.email ?? null,
    dueAt: dueAtOf(dedication, timeZone, new Date()),
    // Another address is another try.
    stoppedWhy: null,
  };
  await trx
    .insertInto('dedications')
    .values({ donationId, ...said })
    .onConflict((conflict) => conflict.column('donationId').doUpdateSet(said))
    .execute();
}

/**
 * The donor dedicates a donation, corrects to whom it is dedicated, or takes that back. 409 once the mail was sent, and
 * for the further donations of a recurring one.
 */
export async function changeDedication(
  trx: Trx,
  { id, planId }: { id: DonationId; planId: DonationId | null },
  fields: DedicationFields,
  { network }: Visitor,
  { settings }: Pick<Mailer, 'settings'>,
): Promise<void> {
  const { timeZone } = settings.current();
  const dedication = readDedication(fields, timeZone, new Date());
  // Whoever sends it waits, or is waited for.
  await trx.selectFrom('donations').select('id').where('id', '=', id).forUpdate().execute();
  const known = await trx
    .selectFrom('dedications')
    .select('sentAt')
    .where('donationId', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (planId !== null && planId !== id) {
    throw new AppError(
      'dedication_settled',
      'A recurring donation is dedicated with its first payment. Please open the page of that one.',
    );
  }
  if (known?.sentAt) {
    throw new AppError(
      'dedication_settled',
      'The email about this dedication was sent already, so it cannot be changed anymore.',
    );
  }
  if (dedication !== null) return keepDedication(trx, id, dedication, { network, timeZone });
  await trx.deleteFrom('dedications').where('donationId', '=', id).execute();
}

// Written in one transaction: few enough that the embedded database serves others in between.
const batchSize = 20;

/**
 * Sends the next few mails about dedications that are due, and a copy of each to its donor; returns how many it looked at.
 * The mail and the record that it was sent are one transaction, so nobody gets two. What went back to the donor is not
 * told, and while the donor's bank wants it back, nothing is sent.
 */
export function sendDueDedications(db: Db, mailer: Mailer): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom('dedications')
      .innerJoin('donations', 'donations.id', 'dedications.donationId')
      .innerJoin('donors', 'donors.id', 'donations.donorId')
      .select([
        ...(['donationId', 'kind', 'honoree', 'recipientName', 'recipientEmail'] as const),
        ...(['message', 'network', 'donorId', 'isReal'] as const),
        'donors.email as donorEmail',
        sql<boolean>`returned_cents >= amount_cents`.as('isReturned'),
        sql<string | null>`case when tells_name then ${unlessAnonymous('donations.firstName')}
          || ' ' || ${unlessAnonymous('donations.lastName')} end`.as('giver'),
      ])
      .where('dueAt', '<=', sql<string>`now()`)
      .where('recipientEmail', 'is not', null)
      .where('sentAt', 'is', null)
      .where('stoppedWhy', 'is', null)
      .where(
        sql<boolean>`not exists (select from disputes where disputes.donation_id = donations.id and status = 'open')`,
      )
      .orderBy('dueAt')
      .limit(batchSize)
      .forUpdate('dedications')
      .skipLocked()
      .execute();
    for (const dedication of due) await sendOne(trx, dedication, mailer);
    return due.length;
  });
}

interface DueDedication {
  donationId: DonationId;
  kind: 'honor' | 'memory';
  honoree: string;
  recipientName: string | null;
  recipientEmail: string | null;
  message: string;
  network: Buffer | null;
  donorId: Parameters<Mailer['enqueue']>[1]['donorId'] & string;
  donorEmail: string | null;
  isReal: boolean;
  isReturned: boolean;
  giver: string | null;
}

async function sendOne(trx: Trx, dedication: DueDedication, mailer: Mailer): Promise<void> {
  const { donationId, recipientName, recipientEmail, network, donorId, donorEmail } = dedication;
  if (recipientName === null || recipientEmail === null) return;
  const change = (values: { stoppedWhy: 'returned' | 'blocked' } | { dueAt: string }) =>
    trx.updateTable('dedications').set(values).where('donationId', '=', donationId).execute();
  if (dedication.isReturned) return void (await change({ stoppedWhy: 'returned' }));
  const { config } = mailer;
  const hashes = hashesOf(recipientEmail, config);
  const blocked = await trx
    .selectFrom('blockedMailboxes')
    .select('mailboxHash')
    .where('mailboxHash', 'in', hashes)
    .executeTakeFirst();
  if (blocked) return void (await change({ stoppedWhy: 'blocked' }));
  const visitor = { network, site: null };
  if (!(await mayMailStranger(trx, 'dedication', visitor, recipientEmail, config))) {
    // The mailbox or the network has had enough for today.
    return void (await change({ dueAt: new Date(Date.now() + 86_400_000).toISOString() }));
  }
  const token = newToken();
  const mailId = newId<JobId>();
  // What a donor typed as a name may be an address, too, and whoever is told reads no links.
  const giver = dedication.giver !== null && hasLink(dedication.giver) ? null : dedication.giver;
  const told = { ...dedication, giver, recipientName };
  const mail = dedicationTold(config, { ...told, email: recipientEmail, token });
  await mailer.enqueue(trx, mail, { id: mailId });
  await trx
    .updateTable('dedications')
    .set({
      sentAt: sql<string>`now()`,
      mailId,
      tokenHash: hashToken(token),
      mailboxHash: hashes[0],
      network: null,
    })
    .where('donationId', '=', donationId)
    .execute();
  if (donorEmail === null || !(await mayTellDonor(trx, dedication, mailer))) return;
  const donationLink = await createDonationLink(trx, donationId, mailer);
  const copy = dedicationSent(config, { ...told, email: donorEmail, donationLink });
  await mailer.enqueue(trx, { ...copy, donorId });
}

/** Anybody could flood a mailbox with test money; see `mayMailDonor`. */
async function mayTellDonor(
  trx: Trx,
  { isReal, donorEmail }: Pick<DueDedication, 'isReal' | 'donorEmail'>,
  { config }: Mailer,
): Promise<boolean> {
  if (donorEmail === null) return false;
  const nobody = { network: null, site: null };
  return isReal || mayMailStranger(trx, 'test-money', nobody, donorEmail, config);
}

/** What a mailbox is recognized by: with the key of now, and with the one before it if that was just changed. */
function hashesOf(address: string, config: Config): Buffer[] {
  return serverSecrets(config).map((secret) =>
    mailboxCaller(`for dedications ${mailboxOf(address)}`, secret),
  );
}

/** The mail of a job could not be delivered: if it was about a dedication, its donor is told. */
export async function noteBounce(trx: Trx, mailId: JobId, mailer: Mailer): Promise<void> {
  const bounced = await trx
    .updateTable('dedications')
    .set({ bouncedAt: sql<string>`now()` })
    .where('mailId', '=', mailId)
    .returning(['donationId', 'recipientName'])
    .executeTakeFirst();
  if (!bounced) return;
  const { donationId, recipientName } = bounced;
  const { donorId, email, isReal } = await trx
    .selectFrom('donations')
    .innerJoin('donors', 'donors.id', 'donations.donorId')
    .select(['donorId', 'donors.email', 'isReal'])
    .where('donations.id', '=', donationId)
    .executeTakeFirstOrThrow();
  if (email === null || !(await mayTellDonor(trx, { isReal, donorEmail: email }, mailer))) return;
  const donationLink = await createDonationLink(trx, donationId, mailer);
  const name = recipientName ?? 'the person you named';
  const mail = dedicationBounced(mailer.config, { email, donationLink, recipientName: name });
  await mailer.enqueue(trx, { ...mail, donorId });
}

/** A mail is now another job of the queue: somebody of the team has sent it again. */
export async function followDedicationMail(
  trx: Trx,
  mailId: JobId,
  newMailId: JobId,
): Promise<void> {
  await trx
    .updateTable('dedications')
    .set({ mailId: newMailId, bouncedAt: null })
    .where('mailId', '=', mailId)
    .execute();
}

/** Blocks the mailbox to which a mail about a dedication was sent. 400 for a secret that is unknown. */
export async function refuseDedications(db: Db, token: string): Promise<void> {
  const known = await db
    .selectFrom('dedications')
    .select('mailboxHash')
    .where('tokenHash', '=', hashToken(token))
    .executeTakeFirst();
  if (!known) {
    throw new AppError(
      'invalid_token',
      'This link does not work. Please use the one in the email, or write to us.',
    );
  }
  await db
    .insertInto('blockedMailboxes')
    .columns(['mailboxHash'])
    .expression((row) =>
      row
        .selectFrom('dedications')
        .select('mailboxHash')
        .$narrowType<{ mailboxHash: Buffer }>()
        .where('tokenHash', '=', hashToken(token)),
    )
    .onConflict((conflict) => conflict.column('mailboxHash').doNothing())
    .execute();
}

/**
 * Erases who was told of dedications, or was to be, some days later; also in mails that could not be delivered. The
 * networks that dedications came from are erased after 30 days, as those of all checkouts.
 */
export function eraseOldRecipients(db: Db): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await trx
      .updateTable('dedications')
      .set({ network: null })
      .where('createdAt', '<', sql<string>`now() - interval '30 days'`)
      .where('network', 'is not', null)
      .execute();
    const erased = await trx
      .updateTable('dedications')
      .set({ recipientName: null, recipientEmail: null, message: '', network: null })
      .where('recipientEmail', 'is not', null)
      .where(
        sql<boolean>`coalesce(sent_at, case when stopped_why is not null then due_at end)
          < now() - make_interval(days => ${recipientDays})`,
      )
      .returning('mailId')
      .execute();
    const mails = erased.flatMap(({ mailId }) => (mailId === null ? [] : [mailId]));
    if (mails.length === 0) return;
    await trx
      .updateTable('deadMails')
      .set({ mail: null, resolvedAt: sql<string>`coalesce(resolved_at, now())` })
      .where('jobId', 'in', mails)
      .execute();
  });
}
