import { sql } from 'kysely';
import { freeDonations } from '#server/giving/bound-donations/commands.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { allocate } from '#server/spending/allocations/allocate.ts';
import { centsOf } from './amounts.ts';
import { withoutTrigger } from './backdate.ts';
import { give } from './give.ts';

/** Two donors who gave to one need: one donation waits for it, the other one has waited long enough. */
export async function seedBoundDonations(db: Db, mailer: Mailer, team: TeamMember): Promise<void> {
  const need = await db
    .selectFrom('publicPages')
    .innerJoin('nominations', 'nominations.id', 'publicPages.nominationId')
    .select(['nominations.id', 'nominations.causeId'])
    .where('isVisible', '=', true)
    .where('state', '=', 'open')
    .where((row) => row.or([row('goalCents', 'is', null), row('missingCents', '>', centsOf(60))]))
    .orderBy('publishedAt', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();

  const waiting = await give(db, mailer, {
    causeId: need.causeId,
    needId: need.id,
    name: ['Imani', 'Brooks'],
    dollars: 150,
    daysAgo: 6,
  });
  const amount = centsOf(40);
  const allocation = { amount, donationId: waiting, nominationId: need.id };
  await allocate(db, team, allocation, null, mailer.settings);

  const late = await give(db, mailer, {
    causeId: need.causeId,
    needId: need.id,
    name: ['Piotr', 'Zielinski'],
    dollars: 80,
    daysAgo: 65,
  });
  await withoutTrigger(db, 'donations', 'donations_keep_bound', (trx) =>
    sql`update donations set bound_until = now() - interval '1 hour' where id = ${late}`.execute(
      trx,
    ),
  );
  await freeDonations(db, mailer);
}
