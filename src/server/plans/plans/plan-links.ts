import { sql } from 'kysely';
import type { PlanId } from '#contract/ids.ts';
import { planPageUrl } from '#contract/pages.ts';
import { addressTooNew, isLinkHeldSql, isNewAddressSql } from '#server/donors/donors/held-links.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';

/* Which link shows a recurring donation, pauses and stops it, and which one changes it once. */

/** How long a link works that changes a recurring donation, in minutes. */
export const changeLinkMinutes = 60;

/** Creates a link that shows a plan and can pause and stop it, for an email to its donor. Earlier links keep working. */
export async function createPlanLink(trx: Trx, planId: PlanId, mailer: Mailer): Promise<string> {
  const token = newToken();
  await trx
    .insertInto('planLinks')
    .values({ tokenHash: hashToken(token), planId, scope: 'view' })
    .execute();
  return planPageUrl(mailer.config.publicUrl, token);
}

/** Creates a link that changes a plan once, within the hour. */
export async function createChangeLink(
  trx: Trx,
  planId: PlanId,
  mailer: Mailer,
): Promise<{ url: string; expiresAt: string }> {
  const token = newToken();
  const { expiresAt } = await trx
    .insertInto('planLinks')
    .values({
      tokenHash: hashToken(token),
      planId,
      scope: 'change',
      expiresAt: sql<string>`now() + make_interval(mins => ${changeLinkMinutes})`,
    })
    .returning('expiresAt')
    .executeTakeFirstOrThrow();
  return { url: planPageUrl(mailer.config.publicUrl, token), expiresAt: expiresAt ?? '' };
}

/** Who uses a link: the donor, or somebody with an address that has been the donor's for less than three days. */
export type LinkUser = (typeof linkUsers)[number];
export const linkUsers = ['donor', 'new-address'] as const;

/**
 * The plan that a link leads to; until when it may change it, or null; and who uses it. 400 for an unknown link, 409 while
 * links to the donor's new address wait.
 */
export async function findPlanLink(
  db: Db,
  token: string,
): Promise<{ planId: PlanId; changesUntil: string | null; user: LinkUser }> {
  const link = await db
    .selectFrom('planLinks')
    .innerJoin('plans', 'plans.id', 'planLinks.planId')
    .innerJoin('donors', 'donors.id', 'plans.donorId')
    .select(['planId', 'scope', 'expiresAt', 'usedAt'])
    .select(sql<boolean>`coalesce(expires_at < now(), false)`.as('isExpired'))
    .select(isLinkHeldSql('plans', 'planLinks.createdAt').as('isHeld'))
    .select(isNewAddressSql(sql.ref('planLinks.createdAt')).as('isToNewAddress'))
    .where('tokenHash', '=', hashToken(token))
    .executeTakeFirstOrThrow(
      () =>
        new AppError(
          'invalid_token',
          'This link does not work. Please use the one in our latest email, or ask for a new one.',
        ),
    );
  if (link.isHeld) throw addressTooNew();
  const mayChange = link.scope === 'change' && !link.isExpired && link.usedAt === null;
  return {
    planId: link.planId,
    changesUntil: mayChange ? link.expiresAt : null,
    user: link.isToNewAddress ? 'new-address' : 'donor',
  };
}

/**
 * Uses a link up. 403 for one that only shows a plan, 410 for one that was used or has expired. Of two calls at the same
 * moment, one gets it.
 */
export async function useChangeLink(
  db: Db,
  token: string,
): Promise<{ planId: PlanId; user: LinkUser }> {
  const { planId, user } = await findPlanLink(db, token);
  const used = await db
    .updateTable('planLinks')
    .set({ usedAt: sql<string>`now()` })
    .where('tokenHash', '=', hashToken(token))
    .where('scope', '=', 'change')
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<string>`now()`)
    .returning('planId')
    .executeTakeFirst();
  if (used) return { planId, user };
  const { scope } = await db
    .selectFrom('planLinks')
    .select('scope')
    .where('tokenHash', '=', hashToken(token))
    .executeTakeFirstOrThrow();
  throw scope === 'view'
    ? new AppError(
        'view_only_link',
        'For this, we need to know that it is you: please ask for a fresh link on this page. It comes by email.',
      )
    : new AppError(
        'link_expired',
        'This link was used or is too old. Please ask for a fresh one on this page.',
      );
}

/** Nothing was changed, so the link can be used again. */
export async function releaseChangeLink(db: Db, token: string): Promise<void> {
  await db
    .updateTable('planLinks')
    .set({ usedAt: null })
    .where('tokenHash', '=', hashToken(token))
    .execute();
}

/** Deletes links for changes that have expired. */
export async function deleteExpiredPlanLinks(db: Db): Promise<void> {
  await db
    .deleteFrom('planLinks')
    .where('expiresAt', '<', sql<string>`now() - interval '30 days'`)
    .execute();
}
