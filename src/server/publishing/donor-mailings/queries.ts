import { sql } from 'kysely';
import type { DonorId, DonorMailingId } from '#contract/ids.ts';
import type { DonorMailing } from '#contract/publishing/donor-mailings.ts';
import { mailedHours } from '#core/donors/donor-mails.ts';
import { countRecipients } from '#server/donors/donors/mailings.ts';
import { howMany } from '#server/platform/db/count-rows.ts';
import { newest, type Page, type PageInput, pageOf } from '#server/platform/db/paging.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { userNameBy } from '#server/platform/db/user-names.ts';
import { notFound } from '#server/platform/errors.ts';
import type { SelectedDonor } from '#server/publishing/donor-mailings/policy.ts';

/* Emails to several donors, their recipients, and how many left today. */

/** Where these emails and their recipients are. */
export const donorMailingTables = {
  mailings: 'donorMailings',
  recipients: 'donorMailingRecipients',
} as const;

/** The emails to several donors, the latest first. */
export function listDonorMailings(db: Db, page: PageInput): Promise<Page<DonorMailing>> {
  return pageOf(mailings(db), page, newest('donorMailings'));
}

/** One of them. 404 for an unknown id. */
export function getDonorMailing(db: Db, id: DonorMailingId): Promise<DonorMailing> {
  return mailings(db)
    .where('donorMailings.id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('email'));
}

function mailings(db: Db) {
  const count = (which: ReturnType<typeof sql>) => countRecipients(donorMailingTables, which);
  return db.selectFrom('donorMailings').select([
    'donorMailings.id',
    'donorMailings.createdAt',
    'subject',
    'text',
    'leavesAt',
    'stoppedAt',
    userNameBy('donorMailings.createdBy').as('author'),
    count(sql`true`).as('total'),
    // Of somebody who was erased since, no mail is on record, and those that had not left were left out.
    count(sql`left_out_at is null and (
        exists (select from donor_mails where job_id = recipient.id and left_at is not null)
        or exists (select from donors where donors.id = recipient.donor_id and erased_at is not null))`).as(
      'sent',
    ),
    count(sql`left_out_at is not null`).as('leftOut'),
  ]);
}

/** What decides who of the selected donors gets an email. */
export function findSelectedDonors(trx: Trx, ids: DonorId[]): Promise<SelectedDonor[]> {
  return trx
    .selectFrom('donors')
    .select([
      'id',
      sql<boolean>`joined_into is not null`.as('isJoined'),
      sql<boolean>`erased_at is not null`.as('isErased'),
      sql<boolean>`email is not null`.as('hasAddress'),
      sql<boolean>`exists (select from mail_opt_outs where mail_opt_outs.email = lower(donors.email))`.as(
        'wantsNoUpdates',
      ),
      sql<boolean>`exists (
        select from donor_mailing_recipients as recipient join donor_mailings on donor_mailings.id = mailing_id
          -- Also as somebody whose record was joined into this one since.
          join donors as selected on selected.id = recipient.donor_id
        where coalesce(selected.joined_into, selected.id) = donors.id and left_out_at is null
          and donor_mailings.created_at > now() - make_interval(hours => ${mailedHours}))`.as(
        'wasMailedToday',
      ),
    ])
    .where('id', 'in', ids)
    .execute();
}

/** How many of these emails were sent in the last 24 hours, or are about to be. */
export async function countMailedToday(trx: Db): Promise<number> {
  return howMany(
    trx
      .selectFrom('donorMailingRecipients')
      .innerJoin('donorMailings', 'donorMailings.id', 'mailingId')
      .where(
        'donorMailings.createdAt',
        '>',
        sql<string>`now() - make_interval(hours => ${mailedHours})`,
      )
      .where('leftOutAt', 'is', null),
  );
}
