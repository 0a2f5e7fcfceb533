import { sql } from 'kysely';
import type { AlikeLine } from '#contract/giving/deposits.ts';
import type { DepositId, DepositLineId } from '#contract/ids.ts';
import type { Db } from '#server/platform/db/schema.ts';

/* Which lines of deposits may have been entered twice. */

// Enough to look after; a deposit that was entered twice has one of each line.
const mostShown = 3;

/** Who gave, as far as that can be compared: a name, or else an address. */
const giverOf = (table: string) =>
  sql<string>`coalesce(
    nullif(lower(btrim(${sql.ref(`${table}.firstName`)} || ' ' || ${sql.ref(`${table}.lastName`)})), ''),
    lower(${sql.ref(`${table}.email`)}), '')`;

/**
 * What the lines of a deposit that is not confirmed may have been entered twice with, by their ids: lines and donations of
 * the same donor with the same amount, and with the same day or number of a check. Lines of a deposit that name nobody are
 * alike only in another deposit, because coins and notes often are. What two lines of the bank are, is two.
 */
export async function findAlikeLines(
  db: Db,
  id: DepositId,
): Promise<Map<DepositLineId, AlikeLine[]>> {
  const found = new Map<DepositLineId, AlikeLine[]>();
  const add = (line: DepositLineId, alike: AlikeLine) =>
    found.set(line, [...(found.get(line) ?? []), alike]);
  const entered = await findEntered(db, id);
  for (const { id: line, depositId, title, position, donationId, receivedOn } of entered) {
    const deposit = { id: depositId, title, line: position + 1 };
    add(line, { deposit, donationId, receivedOn });
  }
  for (const { id: line, donationId, receivedOn } of await findImported(db, id)) {
    add(line, { deposit: null, donationId, receivedOn });
  }
  return found;
}

/** Lines of this deposit or of others that are alike. */
function findEntered(db: Db, id: DepositId) {
  const alike = db
    .selectFrom('depositLines as line')
    .innerJoin('depositLines as other', (join) =>
      join.onRef('other.cents', '=', 'line.cents').onRef('other.id', '<>', 'line.id'),
    )
    .innerJoin('deposits', 'deposits.id', 'other.depositId')
    .leftJoin('donations', 'donations.id', 'other.donationId')
    .select([
      'line.id',
      'deposits.id as depositId',
      'deposits.title',
      'other.position',
      'other.donationId',
      'other.receivedOn',
      sql<number>`row_number() over (partition by line.id order by deposits.id desc, other.position)`.as(
        'place',
      ),
    ])
    .where('line.depositId', '=', id)
    .where('line.donationId', 'is', null)
    .where('other.returnedAs', 'is', null)
    .where((row) =>
      row.or([row('line.bankLineId', 'is', null), row('other.bankLineId', 'is', null)]),
    )
    .where(
      // Who gave is with the donation, once there is one.
      sql<boolean>`${giverOf('line')} = case when other.donation_id is null
        then ${giverOf('other')} else ${giverOf('donations')} end`,
    )
    .where((row) => {
      const isSameCheck = row.and([
        row('line.checkNumber', '<>', ''),
        row('line.checkNumber', '=', row.ref('other.checkNumber')),
      ]);
      const isSameDay = row('line.receivedOn', '=', row.ref('other.receivedOn'));
      const mayBeAlike = row.or([
        row('line.depositId', '<>', row.ref('other.depositId')),
        row(giverOf('line'), '<>', ''),
      ]);
      return row.or([isSameCheck, row.and([isSameDay, mayBeAlike])]);
    })
    // Two lines of one deposit are told of once.
    .where((row) =>
      row.or([
        row('line.depositId', '<>', row.ref('other.depositId')),
        row('other.position', '<', row.ref('line.position')),
      ]),
    );
  return db
    .selectFrom(alike.as('alike'))
    .selectAll()
    .where('place', '<=', mostShown)
    .orderBy('place')
    .execute();
}

/** Donations that were imported from a file, so that no line of a deposit tells of them. */
function findImported(db: Db, id: DepositId) {
  const alike = db
    .selectFrom('depositLines as line')
    .innerJoin('donations', (join) =>
      join
        .onRef('donations.receivedOn', '=', 'line.receivedOn')
        .onRef('donations.amountCents', '=', 'line.cents'),
    )
    .select([
      'line.id',
      'donations.id as donationId',
      'donations.receivedOn',
      sql<number>`row_number() over (partition by line.id order by donations.id desc)`.as('place'),
    ])
    .where('line.depositId', '=', id)
    .where('line.donationId', 'is', null)
    .where('donations.source', '=', 'import')
    .whereRef('donations.returnedCents', '<', 'donations.amountCents')
    .where(giverOf('line'), '<>', '')
    .where(sql<boolean>`${giverOf('line')} = ${giverOf('donations')}`);
  return db
    .selectFrom(alike.as('alike'))
    .selectAll()
    .where('place', '<=', mostShown)
    .orderBy('place')
    .execute();
}
