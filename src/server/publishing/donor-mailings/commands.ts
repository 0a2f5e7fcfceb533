import { sql } from 'kysely';
import { fromKysely, type PgBoss } from 'pg-boss';
import type { DonorId, DonorMailingId } from '#contract/ids.ts';
import type { ManyOutcome } from '#contract/many-at-once.ts';
import type { DonorMailing } from '#contract/publishing/donor-mailings.ts';
import { graceMinutes, maxMailedAlone } from '#core/donors/donor-mails.ts';
import { countOf } from '#core/platform/counts.ts';
import { addRecipients, stopMailing } from '#server/donors/donors/mailings.ts';
import type { LimitsOfCall } from '#server/people/approvals/approvals.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { auditAction } from '#server/platform/audit/record-audit.ts';
import { oncePerKey } from '#server/platform/db/idempotency.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError, SecondPersonNeeded } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { triedDonorMail } from '#server/publishing/donor-mailings/emails.ts';
import { donorMailingsQueue } from '#server/publishing/donor-mailings/jobs.ts';
import {
  assertPlacesKnown,
  assertWithinDay,
  reasonAgainst,
} from '#server/publishing/donor-mailings/policy.ts';
import {
  countMailedToday,
  donorMailingTables,
  findSelectedDonors,
  getDonorMailing,
} from '#server/publishing/donor-mailings/queries.ts';

interface Written {
  subject: string;
  text: string;
}

/**
 * Writes down who gets an email; a job writes the mails once the time to stop them is over. 409 if nobody of these donors
 * gets it, 429 beyond the day's limit. Donors trust what the charity writes, so no one person writes to all of them.
 */
export function mailDonors(
  db: Db,
  boss: PgBoss,
  actor: TeamMember,
  input: Written & { ids: DonorId[] },
  { idempotencyKey, limits }: { idempotencyKey: string | null; limits: LimitsOfCall },
): Promise<ManyOutcome<DonorId> & { mailing: DonorMailing }> {
  demandRight(actor, 'money.write');
  assertPlacesKnown(input);
  const { ids, subject, text } = input;
  const scope = `mail donors ${userActor(actor)}`;
  return oncePerKey(db, { key: idempotencyKey, scope, request: input }, async (trx) => {
    // One at a time, so that two of them together stay within the limits.
    await sql`select pg_advisory_xact_lock(hashtextextended('donor mailings', 0))`.execute(trx);
    const donors = new Map((await findSelectedDonors(trx, ids)).map((donor) => [donor.id, donor]));
    const outcome: ManyOutcome<DonorId> = { done: [], refused: [] };
    for (const id of ids) {
      const reason = reasonAgainst(donors.get(id));
      if (reason === null) outcome.done.push(id);
      else outcome.refused.push({ id, reason });
    }
    if (outcome.done.length === 0) {
      const [reason] = new Set(outcome.refused.map((refused) => refused.reason));
      throw new AppError('nobody_to_mail', `Nobody gets this email. ${reason ?? ''}`.trim());
    }
    const mailedToday = await countMailedToday(trx);
    assertWithinDay(mailedToday, outcome.done.length);
    if (mailedToday + outcome.done.length > maxMailedAlone && (await limits(trx)) !== null) {
      throw new SecondPersonNeeded([
        { label: 'To', value: countOf(ids.length, 'selected donor') },
        { label: 'Subject', value: subject },
        { label: 'Text', value: text },
      ]);
    }
    const id = newId<DonorMailingId>();
    const { leavesAt } = await trx
      .insertInto('donorMailings')
      .values({
        id,
        createdBy: actor.id,
        subject,
        text,
        leavesAt: sql<string>`now() + make_interval(mins => ${graceMinutes})`,
      })
      .returning('leavesAt')
      .executeTakeFirstOrThrow();
    await addRecipients(trx, donorMailingTables, id, outcome.done);
    await auditAction(trx, actor, 'donor_mailing.sent', id, { mails: outcome.done.length });
    await boss.send(donorMailingsQueue.name, null, { db: fromKysely(trx), startAfter: leavesAt });
    return { ...outcome, mailing: await getDonorMailing(trx, id) };
  });
}

/** Mails it to whoever writes it. */
export async function tryDonorMail(
  db: Db,
  actor: TeamMember,
  written: Written,
  mailer: Mailer,
): Promise<void> {
  demandRight(actor, 'money.write');
  assertPlacesKnown(written);
  await db
    .transaction()
    .execute((trx) => mailer.enqueue(trx, triedDonorMail(mailer.config, written, actor)));
}

/** Stops what of a mailing has not left. 409 if all of it has, or if it was stopped before. */
export function stopDonorMailing(
  db: Db,
  actor: TeamMember,
  id: DonorMailingId,
): Promise<DonorMailing> {
  demandRight(actor, 'money.write');
  return stopMailing(db, actor, donorMailingTables, {
    id,
    get: getDonorMailing,
    // Those whose mail is in the queue are taken out right before it would leave.
    leftTo: ({ sent }) => sent,
    refusals: {
      stopped: 'This email was already stopped.',
      left: 'This email has already left to everybody.',
    },
    record: (trx, _, mails) => auditAction(trx, actor, 'donor_mailing.stopped', id, { mails }),
  });
}
