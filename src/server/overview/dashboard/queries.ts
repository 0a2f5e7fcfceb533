import { sql } from 'kysely';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { getDashboard as endpoint } from '#contract/overview/dashboard.ts';
import type { Config } from '#server/platform/config.ts';
import type { Db } from '#server/platform/db/schema.ts';

const windowDays = 7;

/**
 * How many donations and nominations came in during the last 7 × 24 hours, and which first steps a new site still
 * needs.
 */
export async function getDashboard(db: Db, config: Config): Promise<ResponseOf<typeof endpoint>> {
  const recent = sql<string>`now() - make_interval(days => ${windowDays})`;
  const { donations, nominations, causes, colleague } = await db
    .selectNoFrom((query) => [
      query
        .selectFrom('donations')
        .select(sql<number>`count(*)`.as('count'))
        .where('createdAt', '>=', recent)
        .where('causeId', 'is not', null)
        .as('donations'),
      query
        .selectFrom('nominations')
        .select(sql<number>`count(*)`.as('count'))
        .where('createdAt', '>=', recent)
        .as('nominations'),
      query.exists(query.selectFrom('causes').select('id')).as('causes'),
      query.exists(query.selectFrom('users').select('id').offset(1)).as('colleague'),
    ])
    .executeTakeFirstOrThrow();
  return {
    donationsLast7Days: donations ?? 0,
    nominationsLast7Days: nominations ?? 0,
    firstSteps: {
      causes: Boolean(causes),
      colleague: Boolean(colleague),
      payments: config.takesPayments && !config.isTrial,
      mail: config.smtpUrl !== null,
      backupKey: config.backupRecipient !== null,
      social: config.hasOwnSocialLinks,
    },
  };
}
