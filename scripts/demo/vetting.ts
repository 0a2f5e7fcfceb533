import { sql } from 'kysely';
import type { NominationId, UserId } from '#contract/ids.ts';
import type { Role } from '#core/people/rights.ts';
import type { NomineeKind, PointState } from '#core/vetting/checklists.ts';
import { type TeamMember, withRights } from '#server/platform/actor.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { beginChecklist, changePoint } from '#server/vetting/checklists/commands.ts';
import { addNominationNote } from '#server/vetting/notes/commands.ts';
import { giveReview } from '#server/vetting/reviews/commands.ts';

/** Two case workers, who check nominations with Grace. */
export interface Colleagues {
  daniel: TeamMember;
  ruth: TeamMember;
}

/** Adds Grace's colleagues, who cannot sign in before the story is complete. */
export async function addColleagues(db: Db): Promise<Colleagues> {
  const add = async (firstName: string, lastName: string) => {
    const email = `${firstName.toLowerCase()}@demo.example`;
    const person = {
      id: newId<UserId>(),
      firstName,
      lastName,
      email,
      roles: ['case-worker'] as Role[],
    };
    await db
      .insertInto('users')
      .values({ ...person, passwordHash: null, acceptedAt: sql<string>`now()` })
      .execute();
    return withRights(person);
  };
  return { daniel: await add('Daniel', 'Reyes'), ruth: await add('Ruth', 'Adeyemi') };
}

/** How the first points of a checklist were found out; the rest is not started. */
type Found = [state: PointState, proof: string][];

/** What was found out before a nomination was accepted, in the story of those with a public page. */
export const checkedBefore: Record<string, { kind: NomineeKind; found: Found }> = {
  'Maria Lopez': {
    kind: 'person',
    found: [
      ['done', 'Ruth visited her on Monday and saw the oven running.'],
      ['done', 'Call with the school nurse, who knows the family.'],
      ['done', 'Estimate of Miller Heating over $640, in the file.'],
    ],
  },
  'Northside Community Pantry': {
    kind: 'organization',
    found: [
      ['done', 'Call with the director.'],
      ['done', 'Found in the state’s register of charities.'],
      ['done', 'Two offers for a used freezer.'],
      ['done', 'Annual report of last year, on their website.'],
    ],
  },
};

/** Checks a nomination, some days ago. */
export async function checkNomination(
  db: Db,
  { settings }: Mailer,
  by: TeamMember,
  id: NominationId,
  { kind, found, daysAgo }: { kind: NomineeKind; found: Found; daysAgo: number },
): Promise<void> {
  const { checklist } = await beginChecklist(db, by, { id, kind }, settings);
  for (const [index, [state, proof]] of found.entries()) {
    const point = checklist?.points[index];
    if (!point) continue;
    const change = { id, pointId: point.id, revision: 0, state, proof, paperId: null };
    await changePoint(db, by, change, settings);
  }
  await db
    .updateTable('checklistPoints')
    .set({ changedAt: sql<string>`now() - make_interval(days => ${daysAgo}::int)` })
    .where('nominationId', '=', id)
    .where('changedAt', 'is not', null)
    .execute();
}

/** Nominations that Grace and her colleagues are checking at the moment. */
export async function seedVetting(
  db: Db,
  mailer: Mailer,
  grace: TeamMember,
  { daniel, ruth }: Colleagues,
  idOf: (nominee: string) => NominationId,
): Promise<void> {
  const { settings } = mailer;
  const shelter = idOf('Harbor Street Shelter');
  await checkNomination(db, mailer, ruth, shelter, {
    kind: 'organization',
    daysAgo: 1,
    found: [
      ['done', 'Call with Luis Mendez, who leads the shelter.'],
      ['done', 'Found in the state’s register of charities.'],
      ['in_progress', 'Asked for a second offer for the cots.'],
    ],
  });
  const note = (by: TeamMember, text: string, ...mentions: TeamMember[]) =>
    addNominationNote(
      db,
      by,
      { id: shelter, text, mentions: mentions.map(({ id }) => id) },
      mailer,
    );
  await note(
    ruth,
    '@Grace Okoye: the city also pays for cots this winter. Could you ask how many, before we pay for the same ones?',
    grace,
  );
  await note(
    grace,
    'Twenty, in December. So 20 are left for us. @Ruth Adeyemi @Daniel Reyes',
    ruth,
    daniel,
  );
  await giveReview(
    db,
    daniel,
    {
      id: shelter,
      recommendation: 'for',
      reason: 'They turned people away twice last week. Blankets first.',
    },
    settings,
  );
  const student = idOf('Aaliyah Jones');
  await checkNomination(db, mailer, daniel, student, {
    kind: 'person',
    daysAgo: 1,
    found: [['done', 'Video call with Aaliyah and her grandmother.']],
  });
  await giveReview(
    db,
    daniel,
    { id: student, recommendation: 'for', reason: 'A clear list with prices from the school.' },
    settings,
  );
  await giveReview(
    db,
    ruth,
    {
      id: student,
      recommendation: 'unsure',
      reason: 'The school lends laptops. The uniforms, yes.',
    },
    settings,
  );
}
