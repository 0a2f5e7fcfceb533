import { type RawBuilder, sql } from 'kysely';
import type { DonorId, JobId } from '#contract/ids.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';

/** Where a kind of mailing to donors is written down, and who gets it. */
export interface MailingTables {
  mailings: 'donorMailings' | 'statementMailings';
  recipients: 'donorMailingRecipients' | 'statementRecipients';
}

/** Writes down who gets it. */
export async function addRecipients(
  trx: Trx,
  { recipients }: MailingTables,
  mailingId: string,
  donorIds: DonorId[],
): Promise<void> {
  // A statement takes 65,535 parameters at most.
  for (let start = 0; start < donorIds.length; start += 5_000) {
    await trx
      .insertInto(recipients as 'donorMailingRecipients')
      .values(
        donorIds.slice(start, start + 5_000).map((donorId) => {
          const id = newId<JobId>();
          return { id, mailingId: mailingId as never, donorId };
        }),
      )
      .execute();
  }
}

/** Whom it is for, with their mailings. A joined record leads to the one that it was joined into. */
export function recipientsOf(trx: Trx, { mailings, recipients }: MailingTables) {
  return (
    trx
      // Both kinds have the columns that are read here.
      .selectFrom(`${recipients} as recipient` as 'donorMailingRecipients as recipient')
      .innerJoin(
        `${mailings} as mailing` as 'donorMailings as mailing',
        'mailing.id',
        'recipient.mailingId',
      )
      .innerJoin('donors as selected', 'selected.id', 'recipient.donorId')
      .innerJoin('donors', (join) =>
        join.on(sql<boolean>`donors.id = coalesce(selected.joined_into, selected.id)`),
      )
  );
}

/** Locks those whose mail is neither in the queue nor left out. */
export function lockWaiting(trx: Trx, tables: MailingTables, most: number) {
  return (
    recipientsOf(trx, tables)
      .select(['recipient.id', 'donors.id as donorId', 'donors.email'])
      .select(isTwiceSql(tables).as('isTwice'))
      .where('queuedAt', 'is', null)
      .where('leftOutAt', 'is', null)
      .where('stoppedAt', 'is', null)
      .orderBy('recipient.mailingId')
      .orderBy('recipient.id')
      .limit(most)
      // Also the mailing, so that it is not stopped between this and the queue.
      .forUpdate('recipient')
      .forShare('mailing')
      .skipLocked()
  );
}

/** Whether the donor gets the same mail already, because two records were joined since. */
function isTwiceSql({ recipients }: MailingTables) {
  return sql<boolean>`exists (
    select from ${sql.table(recipients)} as other join donors as counted on counted.id = other.donor_id
    where other.mailing_id = recipient.mailing_id and other.id <> recipient.id
      and coalesce(counted.joined_into, counted.id) = donors.id
      and other.left_out_at is null and (other.queued_at is not null or other.id < recipient.id))`;
}

/** For how many recipients of a mailing something is so. */
export function countRecipients(
  { mailings, recipients }: MailingTables,
  condition: RawBuilder<unknown>,
) {
  return sql<number>`(select count(*) from ${sql.table(recipients)} as recipient
    where recipient.mailing_id = ${sql.ref(`${mailings}.id`)} and ${condition})`;
}

/** How far a mailing is. */
interface Progress {
  stoppedAt: string | null;
  total: number;
  leftOut: number;
}

interface Stop<Id, Mailing> {
  id: Id;
  get: (trx: Trx, id: Id) => Promise<Mailing>;
  /** To how many it has left. */
  leftTo: (mailing: Mailing) => number;
  /** Why it cannot be stopped. */
  refusals: { stopped: string; left: string };
  record: (trx: Trx, mailing: Mailing, mails: number) => Promise<void>;
}

/** Stops what of a mailing is not in the queue. 409 if it has left to everybody, or if it was stopped before. */
export function stopMailing<Id extends string, Mailing extends Progress>(
  db: Db,
  actor: TeamMember,
  tables: MailingTables,
  { id, get, leftTo, refusals, record }: Stop<Id, Mailing>,
): Promise<Mailing> {
  const mailings = tables.mailings as 'donorMailings';
  return db.transaction().execute(async (trx) => {
    await trx
      .selectFrom(mailings)
      .select('id')
      .where('id', '=', id as never)
      .forUpdate()
      .execute();
    const mailing = await get(trx, id);
    if (mailing.stoppedAt !== null) throw new AppError('mailing_over', refusals.stopped);
    if (leftTo(mailing) + mailing.leftOut >= mailing.total) {
      throw new AppError('mailing_over', refusals.left);
    }
    await trx
      .updateTable(mailings)
      .set({ stoppedAt: sql<string>`now()`, stoppedBy: actor.id })
      .where('id', '=', id as never)
      .execute();
    const { length: mails } = await trx
      .updateTable(tables.recipients as 'donorMailingRecipients')
      .set({ leftOutAt: sql<string>`now()` })
      .where('mailingId', '=', id as never)
      .where('queuedAt', 'is', null)
      .where('leftOutAt', 'is', null)
      .returning('id')
      .execute();
    await record(trx, mailing, mails);
    return get(trx, id);
  });
}
