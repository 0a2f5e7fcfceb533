import { type RawBuilder, sql } from 'kysely';
import { adminPaths } from '#contract/admin-pages.ts';
import { raiseAlert, settleAlert } from '#server/platform/alerting/raise-alert.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import type { ProviderObject } from '#server/provider/payment-provider/provider.ts';

/*
 * What the provider has and we could not book: told once, and tried again. A payment, refund, or dispute waits here,
 * looked up again every hour until it is booked, so that it never keeps others from being booked.
 */

/** An object that is set aside, and why. */
export interface UnbookedObject extends ProviderObject {
  reason: string;
}

const words = {
  checkout: 'payment',
  refund: 'refund',
  dispute: 'dispute',
  balance: 'cost',
  plan: 'recurring donation',
  invoice: 'payment of a recurring donation',
} as const;

/** Sets an object aside. The team is alerted once, even if it is tried again and again. */
export async function setAside(
  trx: Trx,
  { provider, object, reason }: { provider: string; object: ProviderObject; reason: string },
  mailer: Mailer,
): Promise<void> {
  const objectId = asText(object.objectId);
  const known = await trx
    .updateTable('unbookedObjects')
    .set({ reason: asText(reason), triedAt: sql<string>`now()` })
    .where('provider', '=', provider)
    .where('objectId', '=', objectId)
    .returning('objectId')
    .executeTakeFirst();
  if (known) return;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('unbookedObjects')
    .values({ provider, kind: object.kind, objectId, reason: asText(reason) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) return;
  const what = words[object.kind];
  await raiseAlert(
    trx,
    {
      key: alertKey(provider, objectId),
      title: `A ${what} could not be booked`,
      message: `The payment provider has a ${what} (${objectId}) that we could not book: ${asText(reason)}. Nothing else is affected. Please look it up at the provider. We try again every hour; once it is booked, this alert goes away.`,
      path: adminPaths.dashboard,
    },
    mailer,
  );
}

/** The object is booked, or is not about a payment of this site. */
export async function forgetUnbooked(trx: Trx, provider: string, name: string): Promise<void> {
  const objectId = asText(name);
  const known = await trx
    .deleteFrom('unbookedObjects')
    .where('provider', '=', provider)
    .where('objectId', '=', objectId)
    .returning('objectId')
    .executeTakeFirst();
  if (known) await settleAlert(trx, alertKey(provider, objectId));
}

/** Whether an object is set aside. */
export function isSetAside(provider: string, name: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from unbooked_objects
    where unbooked_objects.provider = ${provider} and unbooked_objects.object_id = ${asText(name)})`;
}

/** The objects of a provider that are set aside, oldest first. */
export async function listUnbooked(db: Db, provider: string): Promise<UnbookedObject[]> {
  return db
    .selectFrom('unbookedObjects')
    .select(['kind', 'objectId', 'reason'])
    .where('provider', '=', provider)
    .orderBy('createdAt')
    .orderBy('objectId')
    .execute();
}

function alertKey(provider: string, objectId: string): string {
  return `payment-object:${provider}:${objectId}`;
}

/** Text that the database can store, and of a length that people read. */
function asText(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ').slice(0, 500);
}
