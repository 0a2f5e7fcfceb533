import { sql } from 'kysely';
import type { DecisionId, JobId, NominationId, UserId } from '#contract/ids.ts';
import { isErasedAddress } from '#core/people/erased.ts';
import { undoMinutes } from '#core/vetting/decision-reasons.ts';
import type { NominationAction, NominationStatus } from '#core/vetting/nomination-status.ts';
import { statusAfter } from '#core/vetting/nomination-status.ts';
import type { OutgoingMail } from '#server/platform/db/column-types.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import {
  changeJobData,
  deleteJob,
  deleteWaitingJob,
  jobsOf,
  postponeJob,
} from '#server/platform/jobs/job-table.ts';
import { mailQueue } from '#server/platform/mail/mail-queue.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { findDecisionFacts } from '#server/vetting/nominations/decision-facts.ts';
import {
  decisionWords,
  hasTrackingLink,
  nominationDecided,
} from '#server/vetting/nominations/emails.ts';
import { createTrackingLink } from '#server/vetting/tracking-links/commands.ts';

/*
 * When the mail about a decision leaves, and which one is withdrawn (decision 0020). The mail of a decision waits until
 * the decision can no longer be undone. A nominator gets mail about the last decision only, and none about a status
 * that they know of. The caller of each function has locked the nomination, and so does the worker before a mail
 * leaves.
 */

/** Notes a decision, and queues its mail in place of that of the decision before it. */
export async function recordDecision(
  trx: Trx,
  decision: {
    nominationId: NominationId;
    action: NominationAction;
    statusBefore: NominationStatus;
    hidPage: boolean;
    /** The goal that an undo brings back, in cents. */
    goalBeforeCents: number | null;
    reason: string | null;
    note: string;
    letter: string | null;
    decidedBy: UserId;
  },
  mailer: Mailer,
): Promise<DecisionId> {
  const { nominationId, action, letter, reason } = decision;
  const last = await findLastDecision(trx, nominationId);
  if (last) await withdrawMail(trx, last);
  const id = newId<DecisionId>();
  await trx
    .insertInto('nominationDecisions')
    .values((row) => ({
      id,
      ...decision,
      position: row
        .selectFrom('nominationDecisions')
        .select(sql<number>`coalesce(max(position), 0) + 1`.as('next'))
        .where('nominationId', '=', nominationId),
    }))
    .execute();
  await queueMail(trx, { id, nominationId, action, letter, reason }, mailer);
  return id;
}

/** Withdraws the mail of an undone decision. The decision before it holds again, so its mail is queued anew. */
export async function undoMail(
  trx: Trx,
  undone: { id: DecisionId; nominationId: NominationId; mailId: JobId | null },
  mailer: Mailer,
): Promise<void> {
  await withdrawMail(trx, undone);
  const last = await findLastDecision(trx, undone.nominationId);
  if (last && last.mailId === null) await queueMail(trx, last, mailer);
}

/** The last decision that was not undone. */
export function findLastDecision(trx: Trx, nominationId: NominationId) {
  return trx
    .selectFrom('nominationDecisions')
    .select(['id', 'nominationId', 'action', 'letter', 'reason', 'mailId', 'mailLeftAt'])
    .where('nominationId', '=', nominationId)
    .where('undoneAt', 'is', null)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
}

async function queueMail(
  trx: Trx,
  {
    id,
    nominationId,
    action,
    ...said
  }: {
    id: DecisionId;
    nominationId: NominationId;
    action: NominationAction;
    letter: string | null;
    reason: string | null;
  },
  mailer: Mailer,
): Promise<void> {
  const facts = await findDecisionFacts(trx, nominationId);
  if (facts.knownStatus === statusAfter[action] || isErasedAddress(facts.email)) return;
  const mailId = newId<JobId>();
  const { undoableUntil } = await trx
    .updateTable('nominationDecisions')
    .set({ mailId, undoableUntil: sql<string>`now() + make_interval(mins => ${undoMinutes})` })
    .where('id', '=', id)
    .returning('undoableUntil')
    .executeTakeFirstOrThrow();
  // Written again when it leaves, with a link of its own.
  const words = decisionWords(said, mailer.settings.current());
  const message = { ...nominationDecided(mailer.config, facts, action, words), decisionId: id };
  await mailer.enqueue(trx, message, { id: mailId, leavesAt: undoableUntil });
}

/**
 * Whether a mail about a decision is still to be sent to the nominator of the nomination of a row. Other news should
 * not arrive before it.
 */
export const isDecisionMailWaitingSql = sql<boolean>`exists (
  select from nomination_decisions join ${jobsOf(mailQueue)} as job on job.id = mail_id
  where nomination_id = nominations.id and is_waiting)`;

/** Withdraws a mail unless it has arrived or is arriving at this moment. */
async function withdrawMail(
  trx: Trx,
  decision: { id: DecisionId; mailId: JobId | null; mailLeftAt?: string | null },
): Promise<void> {
  const { id, mailId, mailLeftAt = null } = decision;
  if (mailId === null) return;
  // A worker that has just taken one that must not leave yet finds that it was withdrawn.
  if (mailLeftAt === null) await deleteJob(trx, mailQueue, mailId);
  else if (!(await deleteWaitingJob(trx, mailQueue, mailId))) return;
  await trx.updateTable('nominationDecisions').set({ mailId: null }).where('id', '=', id).execute();
}

/**
 * Decides whether the mail of a decision that a worker has taken may leave, and writes it with the facts of this
 * moment. Null if it may not: the decision was undone or replaced, or can still be undone.
 */
export async function claimDecisionMail(
  db: Db,
  { config, settings }: Pick<Mailer, 'config' | 'settings'>,
  jobId: JobId,
  mail: OutgoingMail & { decisionId: DecisionId },
): Promise<OutgoingMail | null> {
  return db.transaction().execute(async (trx) => {
    const decision = await lockDecision(trx, mail.decisionId);
    const last = decision && (await findLastDecision(trx, decision.nominationId));
    if (!decision || last?.id !== decision.id || decision.mailId !== jobId) {
      await deleteJob(trx, mailQueue, jobId);
      return null;
    }
    if (decision.mailLeftAt !== null) return mail;
    if (decision.isUndoable) {
      // As after a pause of all mail, which ends for every mail at once.
      await postponeJob(trx, mailQueue, jobId, decision.undoableUntil);
      return null;
    }
    const facts = await findDecisionFacts(trx, decision.nominationId);
    const { messageId, decisionId } = mail;
    const { nominationId, action, letter } = decision;
    const url = hasTrackingLink(action, letter)
      ? await createTrackingLink(trx, nominationId, config)
      : null;
    const words = decisionWords(decision, settings.current(), url);
    const message = nominationDecided(config, facts, action, words);
    const written = { ...message, messageId, decisionId };
    // Kept, so that every further try sends the same mail.
    await changeJobData(trx, mailQueue, jobId, written);
    await trx
      .updateTable('nominationDecisions')
      .set({ mailLeftAt: sql<string>`now()` })
      .where('id', '=', decision.id)
      .execute();
    return written;
  });
}

/** The nomination first, as everything that changes a decision does. */
async function lockDecision(trx: Trx, id: DecisionId) {
  await trx
    .selectFrom('nominations')
    .select('id')
    .where('id', '=', (row) =>
      row.selectFrom('nominationDecisions').select('nominationId').where('id', '=', id),
    )
    .forNoKeyUpdate()
    .execute();
  return (
    trx
      .selectFrom('nominationDecisions')
      .select(['id', 'nominationId', 'action', 'letter', 'reason'])
      .select(['mailId', 'mailLeftAt', 'undoableUntil'])
      // Not the start of this transaction, which may have waited.
      .select(sql<boolean>`undoable_until > clock_timestamp()`.as('isUndoable'))
      .where('id', '=', id)
      .executeTakeFirst()
  );
}

/** The mail of a decision is now another job of the queue. */
export async function followDecisionMail(trx: Trx, jobId: JobId, newJobId: JobId): Promise<void> {
  await trx
    .updateTable('nominationDecisions')
    .set({ mailId: newJobId })
    .where('mailId', '=', jobId)
    .execute();
}
