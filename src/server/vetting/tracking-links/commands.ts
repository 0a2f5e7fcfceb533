import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { NominationId } from '#contract/ids.ts';
import { trackingPageUrl } from '#contract/pages.ts';
import { demandRight, type TeamMember, userActor } from '#server/platform/actor.ts';
import { recordAudit } from '#server/platform/audit/record-audit.ts';
import type { Config } from '#server/platform/config.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import { notFound } from '#server/platform/errors.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { serverSecret } from '#server/platform/security/server-secret.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';
import { newTrackingLink, trackingLinks } from '#server/vetting/tracking-links/emails.ts';

/* The links to a tracking page, and which of them end. */

/**
 * The secret of the first link of a nomination, for its confirmation and for the browser that submitted it. It is
 * computed, so that a repeated call gets the same link although nothing but its hash is stored.
 */
export function firstTrackingToken(nominationId: NominationId, config: Config): string {
  return createHmac('sha256', serverSecret(config))
    .update(`track nomination ${nominationId}`)
    .digest('base64url');
}

/** Makes the link with {@link firstTrackingToken} work, and returns its address. */
export async function createFirstTrackingLink(
  trx: Trx,
  nominationId: NominationId,
  config: Config,
): Promise<string> {
  const token = firstTrackingToken(nominationId, config);
  await storeLink(trx, nominationId, token);
  return trackingPageUrl(config.publicUrl, token);
}

/** Creates a private link to the tracking page, for an email to its nominator. Earlier links keep working. */
export async function createTrackingLink(
  trx: Trx,
  nominationId: NominationId,
  config: Config,
): Promise<string> {
  const token = newToken();
  await storeLink(trx, nominationId, token);
  return trackingPageUrl(config.publicUrl, token);
}

/**
 * Ends every link to a nomination and emails a new one to its nominator: for one who lost the email, and for
 * nominations of before there were links.
 */
export async function sendTrackingLink(
  db: Db,
  actor: TeamMember,
  nominationId: NominationId,
  mailer: Mailer,
): Promise<void> {
  demandRight(actor, 'nominations.decide');
  await db.transaction().execute(async (trx) => {
    const nomination = await trx
      .selectFrom('nominations')
      .select(['reference', 'email'])
      .where('id', '=', nominationId)
      // Locked, so that of two new links sent at once the later one ends the other.
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(() => notFound('nomination'));
    await trx.deleteFrom('trackingLinks').where('nominationId', '=', nominationId).execute();
    const url = await createTrackingLink(trx, nominationId, mailer.config);
    await mailer.enqueue(trx, newTrackingLink(mailer.config, { ...nomination, url }));
    await recordAudit(trx, {
      actor: userActor(actor),
      action: 'nomination.link_sent',
      subjectId: nominationId,
    });
  });
}

// A mail with more would be cut by mail programs. It says that there are more.
const mostLinks = 20;

/**
 * Mails new links to the latest nominations of an address to it, if there are any. Earlier links keep working, so that a
 * stranger who types the address breaks nothing. Runs as a job, so that response times do not tell whether there are any.
 */
export async function sendTrackingLinks(
  db: Db,
  { email: typed }: { email: string },
  mailer: Mailer,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const nominations = await trx
      .selectFrom('nominations')
      .innerJoin('causes', 'causes.id', 'nominations.causeId')
      .select([
        'nominations.id',
        'nominations.createdAt',
        'reference',
        'email',
        'causes.name as causeName',
      ])
      .where(sql`lower(email)`, '=', typed.toLowerCase())
      .orderBy('nominations.createdAt', 'desc')
      .orderBy('nominations.id', 'desc')
      .limit(mostLinks + 1)
      .execute();
    const [latest] = nominations;
    if (!latest) return;
    const linked = [];
    for (const nomination of nominations.slice(0, mostLinks)) {
      const url = await createTrackingLink(trx, nomination.id, mailer.config);
      linked.push({ ...nomination, url });
    }
    const { timeZone } = mailer.settings.current();
    const found = { nominations: linked, hasMore: nominations.length > mostLinks };
    await mailer.enqueue(trx, trackingLinks(mailer.config, latest.email, found, timeZone));
  });
}

async function storeLink(trx: Trx, nominationId: NominationId, token: string): Promise<void> {
  await trx
    .insertInto('trackingLinks')
    .values({ nominationId, tokenHash: hashToken(token) })
    .execute();
}
