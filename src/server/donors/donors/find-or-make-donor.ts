import { type RawBuilder, sql } from 'kysely';
import type { DonorId } from '#contract/ids.ts';
import type { DonorDetails } from '#server/platform/db/column-types.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Trx } from '#server/platform/db/schema.ts';

/* Whose donation a new one is, and whom an address leads to (decision 0025). */

/** Who a donation belongs to, and where mail about it goes. */
interface Giver {
  id: DonorId;
  email: string;
}

/**
 * The donor whom a new donation belongs to: whoever has its address, or a new one. Of two donations that a new address
 * makes at the same moment, the second one waits for the first and finds its donor. A donor who is known keeps their
 * name: anybody can type anybody's address. `givenAt`: when it was given, if not now.
 */
export async function findOrMakeDonor(
  trx: Trx,
  { firstName, lastName, email }: Pick<DonorDetails, 'firstName' | 'lastName' | 'email'>,
  givenAt?: string,
): Promise<Giver> {
  const lastDonationAt = latest(givenAt);
  const { joinedInto, ...donor } = await trx
    .insertInto('donors')
    .values({ id: newId<DonorId>(), firstName, lastName, email, ...since(givenAt) })
    .onConflict((conflict) =>
      conflict.expression(sql`lower(email)`).doUpdateSet({ lastDonationAt }),
    )
    .returning(['id', 'email', 'joinedInto'])
    .$narrowType<{ email: string }>()
    .executeTakeFirstOrThrow();
  if (joinedInto === null) return donor;
  return (
    trx
      .updateTable('donors')
      .set({ lastDonationAt })
      .where('id', '=', joinedInto)
      .returning(['id', 'email'])
      // A record with an address is only ever joined into one that has, or gets, an address.
      .$narrowType<{ email: string }>()
      .executeTakeFirstOrThrow()
  );
}

/** When somebody donated last, after a donation that was given then; now if it is not said. */
function latest(givenAt: string | undefined): RawBuilder<string> {
  return givenAt === undefined
    ? sql<string>`now()`
    : sql<string>`greatest(donors.last_donation_at, ${givenAt}::timestamptz)`;
}

/** When a new donor donated first and last. */
function since(givenAt: string | undefined) {
  return givenAt === undefined ? {} : { createdAt: givenAt, lastDonationAt: givenAt };
}

// An id that no UUIDv7 is: the first millisecond of 1970.
const unnamedDonorId = '00000000-0000-7000-8000-000000000000' as DonorId;

/** The donor who stands for all who gave without a name, such as into a box. */
export async function findOrMakeUnnamedDonor(trx: Trx, givenAt?: string): Promise<DonorId> {
  const lastDonationAt = latest(givenAt);
  const { id, joinedInto } = await trx
    .insertInto('donors')
    .values({
      id: unnamedDonorId,
      firstName: 'Unnamed',
      lastName: 'donors',
      email: null,
      ...since(givenAt),
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ lastDonationAt }))
    .returning(['id', 'joinedInto'])
    .executeTakeFirstOrThrow();
  return joinedInto ?? id;
}

/** A donor whose address nobody knows. Nothing tells them from another one of the same name. */
export async function makeDonorWithoutAddress(
  trx: Trx,
  name: Pick<DonorDetails, 'firstName' | 'lastName'>,
  givenAt?: string,
): Promise<DonorId> {
  const id = newId<DonorId>();
  await trx
    .insertInto('donors')
    .values({ id, ...name, email: null, ...since(givenAt) })
    .execute();
  return id;
}

/** The donor who has an address, or had it in a record that was joined into theirs. */
export function findDonorByAddress(db: Db, email: string): Promise<Giver | undefined> {
  return db
    .selectFrom('donors as found')
    .innerJoin('donors', (join) =>
      join.on(sql<boolean>`donors.id = coalesce(found.joined_into, found.id)`),
    )
    .select(['donors.id', 'donors.email'])
    .where(sql`lower(found.email)`, '=', email.toLowerCase())
    .$narrowType<{ email: string }>()
    .executeTakeFirst();
}
