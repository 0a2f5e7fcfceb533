import { sql } from 'kysely';
import type { DonationId, JobId } from '#contract/ids.ts';
import { hasLink } from '#core/giving/dedications.ts';
import { createDonationLink } from '#server/donors/donation-links/commands.ts';
import { unlessAnonymous } from '#server/donors/donors/anonymity.ts';
import { dedicationSent, dedicationTold } from '#server/giving/dedications/emails.ts';
import type { Config } from '#server/platform/config.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { mailboxOf } from '#server/platform/mail/mailbox.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { mailboxCaller } from '#server/platform/misuse/call-counts.ts';
import { mayMailStranger } from '#server/platform/misuse/mail-limit.ts';
import { serverSecrets } from '#server/platform/security/server-secret.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';

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

// Written in one transaction: few enough that the embedded database serves others in between.
const batchSize = 20;

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
export async function mayTellDonor(
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
