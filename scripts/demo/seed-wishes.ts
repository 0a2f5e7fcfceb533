import { sql } from 'kysely';
import type { CauseId } from '#contract/ids.ts';
import { decideComment, keepComment } from '#server/giving/comments/commands.ts';
import { sendDueDedications } from '#server/giving/dedications/send-dedications.ts';
import {
  addExpectedDonation,
  describeExpectedDonation,
  keepEmployer,
  setExpectedDonationState,
} from '#server/giving/expected-donations/commands.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { centsOf } from './amounts.ts';
import { moment } from './backdate.ts';
import { contact } from './contact.ts';
import { give } from './give.ts';

/** What donors wish: to dedicate what they give, to stay anonymous, to say why, and to have it matched. */
export async function seedWishes(
  db: Db,
  mailer: Mailer,
  team: TeamMember,
  causeId: (name: string) => CauseId,
): Promise<void> {
  await seedDedications(db, mailer, causeId('Winter Warmth'));
  await seedComments(db, team);
  await seedExpectedDonations(db, mailer, team, causeId('School & Learning'));
}

/** One that somebody was told of, one that waits for its day, and one that tells nobody, of an anonymous donor. */
async function seedDedications(db: Db, mailer: Mailer, causeId: CauseId): Promise<void> {
  const told = await give(db, mailer, {
    name: ['Amara', 'Okafor'],
    dollars: 60,
    daysAgo: 12,
    causeId,
    dedicationKind: 'memory',
    honoree: 'Grandma Ngozi',
    tellsName: true,
    recipientName: 'Chidi',
    recipientEmail: contact('Chidi', 'Okafor').email,
    dedicationMessage: 'She never let anybody leave her kitchen hungry.',
  });
  await sql`update dedications set due_at = now() where donation_id = ${told}`.execute(db);
  await sendDueDedications(db, mailer);
  await sql`update dedications set due_at = ${moment(12)}, sent_at = ${moment(12)}
    where donation_id = ${told}`.execute(db);

  await give(db, mailer, {
    name: ['Daniel', 'Weber'],
    dollars: 35,
    daysAgo: 2,
    causeId,
    dedicationKind: 'honor',
    honoree: 'Mrs. Alvarez',
    sendOn: dayAhead(20),
    recipientName: 'Rosa Alvarez',
    recipientEmail: contact('Rosa', 'Alvarez').email,
    dedicationMessage: 'Thank you for thirty years at the front of the classroom.',
  });
  await give(db, mailer, {
    name: ['Helen', 'Marsh'],
    dollars: 500,
    daysAgo: 4,
    causeId,
    isAnonymous: true,
    dedicationKind: 'memory',
    honoree: 'Walter',
  });
}

const comments = [
  'Somebody paid my heating bill once. I never found out who it was.',
  'I like to open the receipts and see for myself what was bought.',
  'From one neighbor to another.',
];

/** Of donors whose money has reached needs: two are shown, and one waits for somebody to read it. */
async function seedComments(db: Db, team: TeamMember): Promise<void> {
  const donations = await db
    .selectFrom('allocations')
    .innerJoin('donations', 'donations.id', 'allocations.donationId')
    .innerJoin('publicPages', 'publicPages.nominationId', 'allocations.nominationId')
    .select('donations.id')
    .where('isVisible', '=', true)
    .where('allocations.amountCents', '>', 0)
    .where('isAnonymous', '=', false)
    .where('email', 'is not', null)
    .groupBy(['donations.id', 'donations.createdAt'])
    .orderBy('donations.createdAt', 'desc')
    .limit(comments.length)
    .execute();
  for (const [place, { id }] of donations.entries()) {
    const text = comments[place] ?? '';
    await db.transaction().execute((trx) => keepComment(trx, id, text));
    if (place > 0) await decideComment(db, team, { id, isApproved: true, seenText: text });
    await sql`update public_comments set created_at = donations.created_at from donations
      where donations.id = donation_id and donation_id = ${id}`.execute(db);
  }
}

/** An employer whom nobody has asked yet, one that has agreed, and a fund. */
async function seedExpectedDonations(
  db: Db,
  mailer: Mailer,
  team: TeamMember,
  causeId: CauseId,
): Promise<void> {
  await give(db, mailer, {
    name: ['Priya', 'Nair'],
    dollars: 120,
    daysAgo: 3,
    causeId,
    employer: 'Lakeside Hardware',
  });
  const asked = await give(db, mailer, {
    name: ['Tomas', 'Reed'],
    dollars: 200,
    daysAgo: 25,
    causeId,
  });
  await db.transaction().execute((trx) => keepEmployer(trx, asked, 'Harbor Credit Union'));
  const { id } = await db
    .selectFrom('expectedDonations')
    .select('id')
    .where('donationId', '=', asked)
    .executeTakeFirstOrThrow();
  await setExpectedDonationState(db, team, { id, saidState: 'confirmed' });
  await describeExpectedDonation(db, team, {
    id,
    expectedAmount: centsOf(200),
    note: 'Pays at the end of the quarter',
  });
  await addExpectedDonation(db, team, {
    organization: 'Three Rivers Community Fund',
    adviserName: 'Eleanor Voss',
    adviserEmail: contact('Eleanor', 'Voss').email,
    expectedAmount: centsOf(1_500),
  });
  await sql`update expected_donations set created_at = donations.created_at from donations
    where donations.id = donation_id`.execute(db);
}

function dayAhead(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}
