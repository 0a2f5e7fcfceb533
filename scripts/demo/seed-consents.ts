import type { NominationId } from '#contract/ids.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { sendAppeal } from '#server/vetting/appeals/commands.ts';
import { answerAsNominee, proposeCorrection } from '#server/vetting/consent-page/commands.ts';
import { askForConsent } from '#server/vetting/consents/commands.ts';
import type { Needs } from './seed-proofs.ts';

/** What some nominees say about being helped and shown, and an appeal that waits for somebody to decide. */
export async function seedConsents(
  db: Db,
  mailer: Mailer,
  team: TeamMember,
  needs: Needs,
): Promise<void> {
  const idOf = (nominee: string) => {
    const id = needs.get(nominee)?.id;
    if (id === undefined) throw new Error(`There is no nomination of ${nominee}.`);
    return id;
  };
  const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const everything = {
    answer: 'given',
    showsName: true,
    showsStory: true,
    showsPhotos: true,
  } as const;
  const maria = await ask(db, mailer, team, idOf('Maria Lopez'));
  await answerAsNominee(
    db,
    {
      token: maria,
      ...everything,
      showsName: false,
      endsOn: inAMonth,
      givenBy: 'Maria Lopez',
      relation: 'self',
      relationText: '',
      seen: 0,
    },
    mailer,
  );
  const ellie = await ask(db, mailer, team, idOf('Ellie Brandt'), 'guardian');
  await answerAsNominee(
    db,
    {
      token: ellie,
      ...everything,
      endsOn: '',
      givenBy: 'Susan Brandt',
      relation: 'guardian',
      relationText: 'Mother',
      seen: 0,
    },
    mailer,
  );
  const text = 'Ellie is eight now. Her birthday was last week.';
  await proposeCorrection(db, { token: ellie, text }, mailer);
  await seedAppeal(db, mailer);
}

/** Asks by text message; returns the secret of the link in it. */
async function ask(
  db: Db,
  mailer: Mailer,
  team: TeamMember,
  id: NominationId,
  askedAs: 'self' | 'guardian' = 'self',
): Promise<string> {
  const input = { id, channel: 'text', askedAs, email: '' } as const;
  const { text } = await askForConsent(db, team, input, mailer);
  const token = /#([\w-]+)$/.exec(text ?? '')?.[1];
  if (token === undefined) throw new Error('There is no link in the text message.');
  return token;
}

/** The newest rejection gets an appeal. */
async function seedAppeal(db: Db, mailer: Mailer): Promise<void> {
  const rejected = await db
    .selectFrom('nominations')
    .select('id')
    .where('isRejected', '=', true)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('nominationDecisions')
    .set({ mailLeftAt: new Date(Date.now() - 4 * 86_400_000).toISOString() })
    .where('nominationId', '=', rejected.id)
    .execute();
  const text =
    'Since you decided, the landlord has given us a letter with a date. We did not have it before. Please look at it once more.';
  await db
    .transaction()
    .execute((trx) => sendAppeal(trx, { nominationId: rejected.id, text, papers: [] }, mailer));
}
