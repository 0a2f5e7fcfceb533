import { type RawBuilder, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { DonationId } from '#contract/ids.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { recordMove } from '#server/ledger/record-move.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { allocate } from '#server/spending/allocations/allocate.ts';
import { release } from '#server/spending/allocations/release.ts';
import { useTestApp } from '#test/support/app.ts';
import { expenseCalls } from '#test/support/expenses.ts';
import {
  aDonation,
  anAcceptedNomination,
  anAdministrator,
  anAllocation,
  aPair,
  aRefund,
} from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { settleTotals } from '#test/support/settle-totals.ts';
import { repeats } from '#test/support/tier.ts';

const testApp = useTestApp({ checksEach: true });
const { spend, undo } = expenseCalls(testApp);

/** A donation of $100.00 with five entries: paid, and $40.00 and $30.00 allocated, one of them released and back. */
async function aChain() {
  const actor = await anAdministrator(testApp);
  const { donationId, nominationId } = await aPair(testApp, 10_000);
  const give = (amount: number) =>
    allocate(testApp.db, actor, { amount, donationId, nominationId }, null, testApp.settings);
  await give(4_000);
  const { id } = await give(3_000);
  await release(testApp.db, actor, { id, reason: 'A mistake' }, null);
  await give(3_000);
  const entries = await entriesOf(donationId);
  expect(entries.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5]);
  return { donationId, nominationId, ids: entries.map((entry) => entry.id) };
}

function entriesOf(donationId: DonationId) {
  return testApp.db
    .selectFrom('ledgerEntries')
    .select(['id', 'position'])
    .where('donationId', '=', donationId)
    .orderBy('position')
    .execute();
}

class Undo extends Error {}

/** What the check names after the owner of the database, with all triggers off, has run something. */
async function namedAfter(...damage: RawBuilder<unknown>[]) {
  let found: { check: string; id: string }[] = [];
  const attempt = testApp.db.transaction().execute(async (trx) => {
    for (const table of ['ledger_entries', 'donations', 'nominations', 'allocations']) {
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(trx);
    }
    for (const statement of damage) await statement.execute(trx);
    found = (await checkLedger(trx)).map(({ check, id }) => ({ check, id }));
    throw new Undo();
  });
  await expect(attempt).rejects.toThrow(Undo);
  return found;
}

const changed = 'entry: changed since it was written';
const gap = 'entry: one before it is missing';
const tail = 'donation: entries at its end';
const edit = (id: unknown, change: string) =>
  sql`update ledger_entries set ${sql.raw(change)} where id = ${id}`;

describe('the check names', () => {
  test('an entry whose amount was changed together with all balances', async () => {
    const { donationId, nominationId, ids } = await aChain();
    expect(
      await namedAfter(
        edit(ids[1], 'amount_cents = 4100'),
        sql`update allocations set amount_cents = 4100
          where id = (select allocation_id from ledger_entries where id = ${ids[1]})`,
        sql`update donations set allocated_cents = allocated_cents + 100 where id = ${donationId}`,
        sql`update nominations set allocated_cents = allocated_cents + 100 where id = ${nominationId}`,
        sql`update cause_totals set allocated_cents = allocated_cents + 100
          where cause_id = (select cause_id from donations where id = ${donationId})`,
      ),
    ).toEqual([{ check: changed, id: ids[1] }]);
  });

  test.each([
    "actor = 'user:00000000-0000-7000-8000-000000000001'",
    "reason = 'Another reason'",
    "source = 'evt_other'",
    "created_at = created_at - interval '1 millisecond'",
    'id = gen_random_uuid()',
  ])('an entry of which only this was changed: %s', async (change) => {
    const { ids } = await aChain();
    const found = await namedAfter(edit(ids[3], change));
    expect(found).toHaveLength(1);
    expect(found[0]?.check).toBe(changed);
    if (!change.startsWith('id')) expect(found[0]?.id).toBe(ids[3]);
  });

  test('the entry after one whose own hash was computed again', async () => {
    const { donationId, ids } = await aChain();
    const rehashed = (id: unknown) =>
      sql`update ledger_entries as entry set hash = ledger_entry_hash(
          (select hash from ledger_entries as previous
            where previous.donation_id = entry.donation_id and previous.position = entry.position - 1),
          entry.position, entry)
        where id = ${id}`;
    const why = "reason = 'Another reason'";
    expect(await namedAfter(edit(ids[2], why), rehashed(ids[2]))).toEqual([
      { check: changed, id: ids[3] },
    ]);
    expect(await namedAfter(edit(ids[4], why), rehashed(ids[4]))).toEqual([
      { check: tail, id: donationId },
    ]);
  });

  test('entries that are missing at the beginning, in the middle, or at the end', async () => {
    const { donationId, ids } = await aChain();
    const without = (...gone: unknown[]) =>
      namedAfter(sql`delete from ledger_entries where id in (${sql.join(gone)})`);
    const aboutTheChain = (found: { check: string; id: string }[]) =>
      found.filter(({ check }) => [changed, gap, tail].includes(check));
    // The release and the allocation that it undid: no balance differs without them.
    expect(await without(ids[2], ids[3])).toEqual([{ check: gap, id: ids[4] }]);
    expect(aboutTheChain(await without(ids[0]))).toEqual([{ check: gap, id: ids[1] }]);
    expect(aboutTheChain(await without(ids[4]))).toEqual([{ check: tail, id: donationId }]);
    expect(aboutTheChain(await without(...ids))).toEqual([{ check: tail, id: donationId }]);
  });

  test('two entries that changed places, and their amounts', async () => {
    const { ids } = await aChain();
    const places = await namedAfter(
      edit(ids[1], 'position = 99'),
      edit(ids[2], 'position = 2'),
      edit(ids[1], 'position = 3'),
    );
    const named = [ids[1], ids[2]].map((id) => ({ check: changed, id }));
    expect(places).toHaveLength(3);
    expect(places).toEqual(expect.arrayContaining(named));
    // The entry after them was written after another one.
    expect(places).toContainEqual({ check: changed, id: ids[3] });
  });

  test('an entry that was added behind the trigger', async () => {
    const { donationId, ids } = await aChain();
    const copy = (position: number) => sql`
      insert into ledger_entries select (jsonb_populate_record(entry, jsonb_build_object(
        'id', gen_random_uuid(), 'position', ${position}::int, 'reason', 'Forged'))).*
      from ledger_entries as entry where id in (${ids[2]}, ${ids[3]}) and position = 3`;
    const found = await namedAfter(copy(6));
    expect(found).toContainEqual({ check: tail, id: donationId });
    expect(found.filter(({ check }) => check === changed)).toHaveLength(1);
  });

  test('a chain that is gone, or was cut together with its entries', async () => {
    const { donationId, ids } = await aChain();
    expect(
      await namedAfter(sql`delete from ledger_chains where donation_id = ${donationId}`),
    ).toEqual([{ check: tail, id: donationId }]);
    expect(
      await namedAfter(
        sql`delete from ledger_entries where id in (${ids[2]}, ${ids[3]})`,
        sql`update ledger_entries set position = 3 where id = ${ids[4]}`,
        sql`update ledger_chains set entries = 3 where donation_id = ${donationId}`,
      ),
    ).toEqual([{ check: changed, id: ids[4] }]);
  });
});

describe('the hash', () => {
  test('is computed by the database, whatever the caller claims', async () => {
    const { donationId, ids } = await aChain();
    const attempt = testApp.db.transaction().execute(async (trx) => {
      await sql`insert into ledger_entries (id, kind, donation_id, from_place, to_place, amount_cents,
          actor, source, position, hash)
        values (gen_random_uuid(), 'refund', ${donationId}, 'waiting', 'outside', 1, 'system', 'test', 77, '\\x00')`.execute(
        trx,
      );
      const { position } = await trx
        .selectFrom('ledgerEntries')
        .select('position')
        .where('donationId', '=', donationId)
        .where('kind', '=', 'refund')
        .executeTakeFirstOrThrow();
      expect(position).toBe(ids.length + 1);
      await settleTotals(trx);
      const found = await checkLedger(trx);
      expect(found.map(({ check }) => check).sort()).toEqual([
        'donation: refunds',
        'donation: returned',
      ]);
      throw new Undo();
    });
    await expect(attempt).rejects.toThrow(Undo);
  });

  test('does not depend on the settings of the connection', async () => {
    await aChain();
    const attempt = testApp.db.transaction().execute(async (trx) => {
      await sql`set local timezone = 'Asia/Kathmandu'`.execute(trx);
      await sql`set local datestyle = 'SQL, DMY'`.execute(trx);
      await sql`set local bytea_output = 'escape'`.execute(trx);
      expect(await checkLedger(trx)).toEqual([]);
      throw new Undo();
    });
    await expect(attempt).rejects.toThrow(Undo);
  });
});

describe('at once', { timeout: 600_000 }, () => {
  test('moves of one donation get one place each', async () => {
    const { donationId } = await aPair(testApp, 10_000);
    const write = (trx: Trx) =>
      recordMove(trx, 'refund', { donationId, amountCents: 1, actor: 'system', source: 'test' });
    // Without the donation's lock: the chain keeps its own order even then.
    await Promise.all(Array.from({ length: 20 }, () => testApp.db.transaction().execute(write)));
    const places = (await entriesOf(donationId)).map(({ position }) => position);
    expect(places).toEqual(Array.from({ length: 21 }, (_, index) => index + 1));
    await sql`update donations set returned_cents = 20 where id = ${donationId}`.execute(
      testApp.db,
    );
    await aRefund(testApp, donationId, { amountCents: 20, bookedCents: 20, status: 'succeeded' });
  });

  test('expenses of two needs that share donations do not wait for each other forever', async () => {
    const rounds =
      testApp.connection.kind === 'postgres' ? repeats({ change: 6, release: 200 }) : 1;
    for (let round = 0; round < rounds; round += 1) {
      const [one, other, donations] = await twoNeedsOfTheSameDonations();
      // Each with its chain, and all with the totals of one cause.
      const allocated = donations.flatMap((donationId) =>
        [one, other].map((nominationId) =>
          anAllocation(testApp, { amount: 10, donationId, nominationId }),
        ),
      );
      const spent = await Promise.all([
        spend(one, 300),
        spend(other, 300),
        spend(one, 300),
        spend(other, 300),
      ]);
      await Promise.all(allocated);
      expect(spent.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
      const undone = await Promise.all(spent.map(({ body }) => undo(body.id)));
      expect(undone.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    }
    recordFigures('G1', { 'rounds of expenses that share donations': rounds });
  });

  /** Three donations, allocated to two needs in opposite orders. */
  async function twoNeedsOfTheSameDonations() {
    const { causeId, nominationId } = await aPair(testApp);
    const other = await anAcceptedNomination(testApp, { causeId });
    const donations: DonationId[] = [];
    for (let n = 0; n < 3; n += 1) {
      donations.push(await aDonation(testApp, { causeId, amount: 500 }));
    }
    for (const donationId of donations) {
      await anAllocation(testApp, { amount: 200, donationId, nominationId });
    }
    for (const donationId of donations.reverse()) {
      await anAllocation(testApp, { amount: 200, donationId, nominationId: other });
    }
    return [nominationId, other, donations] as const;
  }
});
