import { sql } from 'kysely';
import type { Settings } from '#contract/operations/settings.ts';
import type { FirstStepName } from '#core/overview/first-steps.ts';
import { findMark } from '#server/operations/outbox/queries.ts';
import { listUsers } from '#server/people/users/queries.ts';
import type { Config } from '#server/platform/config.ts';
import type { Db, Schema } from '#server/platform/db/schema.ts';
import { actorNameBy } from '#server/platform/db/user-names.ts';

/** What the software can see of the steps. */
export interface SeenParts {
  db: Db;
  config: Config;
  settings: Settings;
}

/** The steps that were done, with when and by whom. */
export function findDone(db: Db) {
  return db
    .selectFrom('firstStepsDone')
    .select((row) => [
      row.ref('step').$castTo<FirstStepName>().as('name'),
      'createdAt as doneAt',
      actorNameBy('actor').as('doneBy'),
    ])
    .execute();
}

/** Those of these steps that are done as far as the software can see. */
export async function seenOf(left: FirstStepName[], parts: SeenParts): Promise<FirstStepName[]> {
  const seen: FirstStepName[] = [];
  for (const name of left) if (await looks[name]?.(parts)) seen.push(name);
  return seen;
}

type Look = (parts: SeenParts) => boolean | Promise<boolean>;

const looks: Partial<Record<FirstStepName, Look>> = {
  name: ({ config }) => config.hasOwnName,
  social: ({ config }) => config.hasOwnSocialLinks,
  causes: ({ db }) => isAny(db, 'causes'),
  receipts: ({ settings }) => settings.receipts.profile !== 'none',
  async secondFactor(parts) {
    const owners = await ownersOf(parts);
    const isAsked = parts.config.oidc?.asksSecondFactor === true;
    return owners.every(
      ({ secondFactors, provider }) => secondFactors.length > 0 || (isAsked && provider !== null),
    );
  },
  secondOwner: async (parts) => (await ownersOf(parts)).length > 1,
  teamEmail: ({ config }) => config.teamEmail !== null,
  mail: async ({ db }) => (await findMark(db, 'mail-tested')) !== null,
  provider: ({ config }) => config.stripe !== null,
  testDonation: ({ db }) => isAny(db, 'checkouts', sql`provider <> 'test' and status = 'paid'`),
  webhook: ({ db }) => isAny(db, 'paymentEvents', sql`provider <> 'test'`),
  backupKey: ({ config }) => config.backupRecipient !== null,
  bankAccount: ({ db }) => isAny(db, 'bankAccounts'),
  checklists: ({ db }) => isAny(db, 'checklistVersions'),
  retention: ({ settings }) => settings.retention.isOn,
  goLive: ({ config }) => config.takesPayments && !config.isTrial,
};

/** The owners who can sign in. */
async function ownersOf({ db, config }: SeenParts) {
  const users = await listUsers(db, config);
  return users.filter(({ roles, acceptedAt }) => roles.includes('owner') && acceptedAt !== null);
}

async function isAny(db: Db, table: keyof Schema, condition = sql`true`): Promise<boolean> {
  const found = await db
    .selectFrom(table)
    .select(sql`1`.as('one'))
    .where(sql<boolean>`${condition}`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
