import { type RawBuilder, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type MoveKind, moves } from '#core/ledger/ledger.ts';
import { changeDonationCause } from '#server/giving/donations/change-donation-cause.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { recordMove } from '#server/ledger/record-move.ts';
import type { Trx } from '#server/platform/db/schema.ts';
import { allocate } from '#server/spending/allocations/allocate.ts';
import { release } from '#server/spending/allocations/release.ts';
import { useTestApp } from '#test/support/app.ts';
import {
  aCause,
  aCheckout,
  aDonation,
  anAcceptedNomination,
  anAdministrator,
  aPair,
} from '#test/support/factories.ts';
import { settleTotals } from '#test/support/settle-totals.ts';

const testApp = useTestApp({ checksEach: true });

/** A donation of $100 with $40 allocated, and everyone involved. */
async function anAllocation() {
  const actor = await anAdministrator(testApp);
  const { causeId, donationId, nominationId } = await aPair(testApp, 10_000);
  const input = { amount: 4_000, donationId, nominationId };
  const { id } = await allocate(testApp.db, actor, input, null, testApp.settings);
  return { actor, causeId, donationId, nominationId, allocationId: id };
}

class Undo extends Error {}

/** What the check finds while some damage exists, which is undone afterwards. */
async function differencesAfter(damage: (trx: Trx) => Promise<unknown>) {
  let found: { check: string; id: string }[] = [];
  const attempt = testApp.db.transaction().execute(async (trx) => {
    await damage(trx);
    await settleTotals(trx);
    found = (await checkLedger(trx)).map(({ check, id }) => ({ check, id }));
    throw new Undo();
  });
  await expect(attempt).rejects.toThrow(Undo);
  return found;
}

/** Runs statements with the append-only trigger disabled: what only the owner of the database can do. */
async function behindTheTrigger(trx: Trx, statement: RawBuilder<unknown>) {
  await sql`alter table ledger_entries disable trigger user`.execute(trx);
  await statement.execute(trx);
  await sql`alter table ledger_entries enable trigger user`.execute(trx);
}

describe('the check finds', () => {
  test('nothing when everything is correct', async () => {
    await anAllocation();
    expect(await checkLedger(testApp.db)).toEqual([]);
  });

  test('a donation of a different amount than was paid, and reports both', async () => {
    const { donationId } = await anAllocation();
    let found: unknown;
    const attempt = testApp.db.transaction().execute(async (trx) => {
      await sql`update donations set amount_cents = 10001 where id = ${donationId}`.execute(trx);
      await settleTotals(trx);
      found = await checkLedger(trx);
      throw new Undo();
    });
    await expect(attempt).rejects.toThrow(Undo);
    expect(found).toEqual([
      { check: 'donation: paid', id: donationId, balance: 10_001, entries: 10_000 },
    ]);
  });

  test.each([
    ['donation: allocated', 'allocated_cents = 4001'],
    ['donation: allocated', 'allocated_cents = 0'],
    ['donation: returned', 'returned_cents = 1'],
  ])('a wrong balance of a donation (%s, %s)', async (check, change) => {
    const { donationId } = await anAllocation();
    const found = await differencesAfter((trx) =>
      sql`update donations set ${sql.raw(change)} where id = ${donationId}`.execute(trx),
    );
    expect(found).toEqual([{ check, id: donationId }]);
  });

  test.each([
    ['cause: donations', 'donation_count'],
    ['cause: nominations', 'nomination_count'],
  ])('a wrong count of a cause (%s)', async (check, column) => {
    const { causeId } = await anAllocation();
    const count = sql.ref(column);
    const found = await differencesAfter((trx) =>
      sql`update causes set ${count} = ${count} + 1 where id = ${causeId}`.execute(trx),
    );
    expect(found).toEqual([{ check, id: causeId }]);
  });

  test('a nomination with money that nobody allocated', async () => {
    const { nominationId } = await anAllocation();
    const found = await differencesAfter((trx) =>
      sql`update nominations set allocated_cents = 4001 where id = ${nominationId}`.execute(trx),
    );
    expect(found).toEqual([{ check: 'nomination: allocated', id: nominationId }]);
  });

  test('a payment whose entry is missing', async () => {
    const { donationId } = await aPair(testApp);
    const found = await differencesAfter((trx) =>
      behindTheTrigger(trx, sql`delete from ledger_entries where donation_id = ${donationId}`),
    );
    expect(found).toEqual([
      { check: 'donation: entries at its end', id: donationId },
      { check: 'donation: paid', id: donationId },
      { check: 'donation: paid once', id: donationId },
    ]);
  });

  test('a paid checkout without a donation, and a donation of an unpaid one', async () => {
    const { donationId } = await aPair(testApp);
    const checkoutId = await aCheckout(testApp);
    const check = 'checkout: paid exactly when there is a donation';
    for (const [id, status] of [
      [donationId, 'expired'],
      [checkoutId, 'paid'],
    ]) {
      const found = await differencesAfter((trx) =>
        sql`update checkouts set status = ${status} where id = ${id}`.execute(trx),
      );
      expect(found).toEqual([{ check, id }]);
    }
  });
});

describe('the check of allocations finds', () => {
  test('an allocation of a different amount than was booked', async () => {
    const { allocationId } = await anAllocation();
    const found = await differencesAfter((trx) =>
      sql`update allocations set amount_cents = 3999 where id = ${allocationId}`.execute(trx),
    );
    expect(found).toEqual([{ check: 'allocation: amount', id: allocationId }]);
  });

  test('an allocation of a different nomination or donation than its entries', async () => {
    const { allocationId, causeId } = await anAllocation();
    const another = await anAcceptedNomination(testApp, { causeId });
    const other = { donationId: await aDonation(testApp, { causeId }) };
    const changes = [sql`nomination_id = ${another}`, sql`donation_id = ${other.donationId}`];
    for (const change of changes) {
      const found = await differencesAfter((trx) =>
        sql`update allocations set ${change} where id = ${allocationId}`.execute(trx),
      );
      expect(found).toEqual([
        { check: 'allocation: one donation, one nomination', id: allocationId },
      ]);
    }
  });

  test('an allocation across causes, against the donor’s choice', async () => {
    const { allocationId, donationId } = await anAllocation();
    const { id } = await aCause(testApp);
    const found = await differencesAfter(async (trx) => {
      await sql`alter table donations disable trigger donations_keep_cause`.execute(trx);
      await sql`update donations set cause_id = ${id} where id = ${donationId}`.execute(trx);
    });
    expect(found).toEqual([
      { check: 'allocation: donation and nomination of one cause', id: allocationId },
    ]);
  });

  test('a donation with another cause than it joined, and one that left a cause in part or not at all', async () => {
    const [from, to, another] = [
      (await aCause(testApp)).id,
      (await aCause(testApp)).id,
      (await aCause(testApp)).id,
    ];
    const donationId = await aDonation(testApp, { causeId: from, amount: 500 });
    const { db, mailer } = testApp;
    const why = { ground: 'donor_agreed', agreement: 'Yes', reason: 'Wrong cause' } as const;
    const change = { id: donationId, causeId: to, ...why };
    await changeDonationCause(db, await anAdministrator(testApp), change, null, mailer);
    const moved = await differencesAfter(async (trx) => {
      await sql`alter table donations disable trigger donations_keep_cause`.execute(trx);
      await sql`update donations set cause_id = ${another} where id = ${donationId}`.execute(trx);
    });
    expect(moved).toEqual([{ check: 'donation: the cause that it joined', id: donationId }]);
    for (const [kind, source, amountCents] of [
      ['cause_left', to, 499],
      ['cause_left', from, 500],
      ['cause_left', to, 500],
      ['cause_joined', to, 500],
    ] as const) {
      const move = { donationId, amountCents, actor: 'system', source: `cause:${source}` };
      const found = await differencesAfter((trx) => recordMove(trx, kind, move));
      expect(found).toEqual([
        expect.objectContaining({ check: 'entry: from one cause to another' }),
      ]);
    }
  });

  test('an allocation without any entry', async () => {
    const { donationId, nominationId } = await anAllocation();
    const id = '00000000-0000-7000-8000-00000000a110';
    const found = await differencesAfter((trx) =>
      sql`insert into allocations (id, donation_id, nomination_id, amount_cents)
        values (${id}, ${donationId}, ${nominationId}, 1)`.execute(trx),
    );
    expect(found).toEqual([{ check: 'allocation: amount', id }]);
  });

  test('an allocation whose entry is missing or has a different amount', async () => {
    const { donationId, nominationId, allocationId } = await anAllocation();
    const { id: entryId } = await testApp.db
      .selectFrom('ledgerEntries')
      .select('id')
      .where('allocationId', '=', allocationId)
      .executeTakeFirstOrThrow();
    const ofIt = sql`where id = ${entryId}`;
    const damages = [
      [sql`delete from ledger_entries ${ofIt}`, 'donation: entries at its end', donationId],
      [
        sql`update ledger_entries set amount_cents = 3999 ${ofIt}`,
        'entry: changed since it was written',
        entryId,
      ],
    ] as const;
    for (const [damage, check, id] of damages) {
      const found = await differencesAfter((trx) => behindTheTrigger(trx, damage));
      expect(found).toHaveLength(4);
      expect(found).toEqual(
        expect.arrayContaining([
          { check: 'allocation: amount', id: allocationId },
          { check: 'donation: allocated', id: donationId },
          { check: 'nomination: allocated', id: nominationId },
          { check, id },
        ]),
      );
    }
  });
});

describe('the database itself refuses', () => {
  test.each([
    ['to allocate more than was donated', 'donations', 'allocated_cents = 10001'],
    ['to allocate what was returned', 'donations', 'returned_cents = 6001'],
    ['to allocate a negative amount', 'donations', 'allocated_cents = -1'],
    ['to make the donation smaller than what is allocated', 'donations', 'amount_cents = 3999'],
    ['a negative amount of a nomination', 'nominations', 'allocated_cents = -1'],
    ['money on a nomination that is not accepted', 'nominations', 'is_accepted = false'],
    ['accepted and rejected at the same time', 'nominations', 'is_rejected = true'],
    ['a negative allocation', 'allocations', 'amount_cents = -1'],
  ])('%s', async (_what, table, change) => {
    const { donationId, nominationId, allocationId } = await anAllocation();
    const id = { donations: donationId, nominations: nominationId, allocations: allocationId }[
      table
    ];
    const attempt = sql`update ${sql.table(table)} set ${sql.raw(change)} where id = ${id}`;
    await expect(attempt.execute(testApp.db)).rejects.toMatchObject({ code: '23514' });
  });

  test('a second payment of the same donation', async () => {
    const { donationId } = await aPair(testApp);
    const attempt = sql`insert into ledger_entries
      (id, kind, donation_id, from_place, to_place, amount_cents, actor, source)
      values (gen_random_uuid(), 'payment', ${donationId}, 'outside', 'waiting', 1, 'system', 'test')`;
    await expect(attempt.execute(testApp.db)).rejects.toMatchObject({
      constraint: 'ledger_entries_one_payment',
    });
  });

  test('every move except those in core', async () => {
    const { donationId, nominationId, allocationId } = await anAllocation();
    const places = ['outside', 'waiting', 'allocated'];
    const kinds = Object.keys(moves) as MoveKind[];
    for (const kind of kinds.filter((name) => name !== 'payment')) {
      for (const from of places) {
        for (const to of places) {
          const isAboutANeed = from === 'allocated' || to === 'allocated';
          const attempt = testApp.db.transaction().execute(async (trx) => {
            await sql`insert into ledger_entries
              (id, kind, donation_id, nomination_id, allocation_id, from_place, to_place, amount_cents, actor, source)
              values (gen_random_uuid(), ${kind}, ${donationId}, ${isAboutANeed ? nominationId : null},
                ${isAboutANeed ? allocationId : null}, ${from}, ${to}, 1, 'system', 'test')`.execute(
              trx,
            );
            throw new Undo();
          });
          const isKnown = moves[kind].from === from && moves[kind].to === to;
          if (isKnown) await expect(attempt).rejects.toThrow(Undo);
          else await expect(attempt).rejects.toMatchObject({ constraint: 'ledger_entries_move' });
        }
      }
    }
  });
});

describe('each entry', () => {
  test('has an actor, a source, and a reason', async () => {
    const { actor, donationId, nominationId, allocationId } = await anAllocation();
    const reason = 'The heater was cheaper than thought.';
    await release(testApp.db, actor, { id: allocationId, reason }, null);
    const entries = await testApp.db
      .selectFrom('ledgerEntries')
      .selectAll()
      .where('donationId', '=', donationId)
      .orderBy('id')
      .execute();
    const move = { donationId, nominationId, allocationId, amountCents: 4_000 };
    const by = { actor: `user:${actor.id}` };
    expect(entries).toMatchObject([
      {
        kind: 'payment',
        amountCents: 10_000,
        actor: 'provider:test',
        source: `evt_${donationId}`,
        nominationId: null,
      },
      { kind: 'allocation', ...move, ...by, source: 'allocate', reason: '' },
      { kind: 'release', ...move, ...by, source: 'release', reason },
    ]);
    for (const { createdAt } of entries) expect(createdAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  });

  test('requires an actor and a source', async () => {
    const { donationId } = await aPair(testApp);
    for (const [actor, source] of [
      ['', 'test'],
      ['system', ''],
    ]) {
      const attempt = sql`insert into ledger_entries
        (id, kind, donation_id, from_place, to_place, amount_cents, actor, source)
        values (gen_random_uuid(), 'refund', ${donationId}, 'waiting', 'outside', 1, ${actor}, ${source})`;
      await expect(attempt.execute(testApp.db)).rejects.toMatchObject({ code: '23514' });
    }
  });
});
