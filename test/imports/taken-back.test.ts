import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { listDonors } from '#contract/donors/donors.ts';
import { listDonations } from '#contract/giving/donations.ts';
import { getDashboard } from '#contract/overview/dashboard.ts';
import { getDesk } from '#contract/overview/desk.ts';
import { listMoneyMonths } from '#contract/overview/money-months.ts';
import { getImpact } from '#contract/publishing/impact.ts';
import { createCause, deleteCause, listCauses } from '#contract/vetting/causes.ts';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { useTestApp } from '#test/support/app.ts';
import { aDonation, anAdministrator, aPerson, signIn } from '#test/support/factories.ts';
import { plainFile } from '#test/support/import-files.ts';
import { importCalls } from '#test/support/imports.ts';
import { draws } from '#test/support/seed.ts';
import { repeats } from '#test/support/tier.ts';

const testApp = useTestApp();
const { as, aBookedImport, takeBack, settled, donationsOf } = importCalls(testApp);

/** How the files of `plainFile` are read. */
const german = { decimalMark: ',', dateOrder: 'dmy', idColumn: 0, system: 'List' } as const;

let next = 0;
const anId = () => {
  next += 1;
  return `T-${next}`;
};

/** All that donors, visitors, and the team see of money and of who gave it. */
async function everythingShown() {
  const cookie = await as('importer');
  const months = await testApp.call(listMoneyMonths, { cookie, query: { span: 'all' } as never });
  return {
    impact: (await testApp.call(getImpact, {})).body,
    causes: (await testApp.call(listCauses, {})).body,
    months: months.body.filter(({ month: _month, ...sums }) =>
      Object.values(sums).some((cents) => cents !== 0),
    ),
    donors: (await testApp.call(listDonors, { cookie, query: { limit: 100 } as never })).body,
    donations: (await testApp.call(listDonations, { cookie, query: { limit: 100 } as never })).body,
    dashboard: (await testApp.call(getDashboard, { cookie })).body,
    desk: (await testApp.call(getDesk, { cookie })).body,
  };
}

async function bookAndTakeBack(rows: Record<string, string>[], changes = {}) {
  const booked = await aBookedImport(plainFile(rows), { ...german, ...changes });
  expect((await takeBack(booked)).status).toBe(200);
  const back = await settled(booked.id);
  expect(back).toMatchObject({ state: 'taken_back', takenBack: back.booked });
  return back;
}

describe('an import that was taken back leaves', () => {
  test('no donor, no cause, and nothing in any list, sum, or month', async () => {
    await aDonation(testApp, { amount: 12_345 });
    const before = await everythingShown();
    const rows: Record<string, string>[] = [
      { Amount: '50,00', Fund: 'Gala 2025', Name: 'Ada Wrong', Email: 'ada@wrong.example' },
      { Amount: '19.820,00', Fund: 'Gala 2025', Name: 'Bo Wrong', Email: 'bo@wrong.example' },
      { Amount: '7,00', Fund: 'Tombola', Date: '24.12.2019', Name: 'Without Address' },
      { Amount: '3,00', Fund: 'Tombola' },
    ];
    const back = await bookAndTakeBack(rows.map((row) => ({ 'Gift ID': anId(), ...row })));
    expect(back.booked).toBe(4);
    expect(await everythingShown()).toEqual(before);
    // What nobody has is nowhere, and the ledger has both entries of each.
    for (const donation of await donationsOf(back)) {
      expect(donation).toMatchObject({ causeId: null, donorId: null, email: null, lastName: null });
      const entries = await testApp.db
        .selectFrom('ledgerEntries')
        .select('kind')
        .where('donationId', '=', donation.id)
        .orderBy('position')
        .execute();
      expect(entries.map(({ kind }) => kind)).toEqual(['payment', 'reversal']);
    }
    const { rows: text } = await sql<{ found: string }>`
      select first_name || last_name as found from donors where last_name = 'Wrong'`.execute(
      testApp.db,
    );
    expect(text).toEqual([]);
    expect(await checkLedger(testApp.db)).toEqual([]);
  });

  test('whoever gave before, with when they gave last, and whoever was dealt with since', async () => {
    const [known, noted] = [aPerson(), aPerson()];
    const { email } = known;
    const earlier = { 'Gift ID': anId(), Amount: '1,00', Email: email, Date: '24.12.2019' };
    await aBookedImport(plainFile([earlier]), german);
    const booked = await aBookedImport(
      plainFile([
        { 'Gift ID': anId(), Amount: '5,00', Email: email, Date: '24.12.2024' },
        { 'Gift ID': anId(), Amount: '6,00', Email: noted.email, Name: 'Noted Person' },
      ]),
      german,
    );
    const donors = await testApp.db
      .selectFrom('donors')
      .select(['id', 'email'])
      .where('email', 'in', [known.email, noted.email])
      .execute();
    const notedId = donors.find(({ email }) => email === noted.email)?.id as never;
    await testApp.db
      .insertInto('donorNotes')
      .values({ id: newId(), donorId: notedId, createdBy: newId(), text: 'Called them.' })
      .execute();
    await takeBack(booked);
    await settled(booked.id);
    const after = await testApp.db
      .selectFrom('donors')
      .select(['email', 'lastDonationAt'])
      .where('email', 'in', [known.email, noted.email])
      .execute();
    expect(after.map(({ email }) => email).sort()).toEqual([known.email, noted.email].sort());
    const last = after.find((donor) => donor.email === email)?.lastDonationAt;
    expect(last).toMatch(/^2019-12-2[34]T/);
  });

  test('a cause that somebody else gave to since, and one that was there before', async () => {
    const cookie = await signIn(testApp, await anAdministrator(testApp));
    const [there, kept] = [`There ${anId()}`, `Kept ${anId()}`];
    const { body: mine } = await testApp.call(createCause, {
      cookie,
      body: { name: there } as never,
    });
    const booked = await aBookedImport(
      plainFile([
        { 'Gift ID': anId(), Amount: '5,00', Fund: there },
        { 'Gift ID': anId(), Amount: '6,00', Fund: kept },
      ]),
      german,
    );
    const find = async (name: string) =>
      (await testApp.call(listCauses, {})).body.find((cause) => cause.name === name);
    await aDonation(testApp, { amount: 300, causeId: (await find(kept))?.id } as never);
    await takeBack(booked);
    await settled(booked.id);
    expect(await find(kept)).toMatchObject({ _count: { donations: 1 } });
    expect(await find(there)).toMatchObject({ _count: { donations: 0 } });
    const { status } = await testApp.call(deleteCause, { cookie, params: { id: mine.id } });
    expect(status).toBe(204);
  });
});

test('whatever is imported and taken back, all sums are as before', async () => {
  const draw = draws();
  const pick = <Of>(list: readonly Of[]) => list[Math.floor(draw() * list.length)] as Of;
  const people = [aPerson(), aPerson(), aPerson()];
  await aDonation(testApp, { amount: 4_321, ...people[0] } as never);
  const before = await everythingShown();
  for (let round = 0; round < repeats({ change: 3, release: 200 }); round += 1) {
    const rows: Record<string, string>[] = Array.from(
      { length: 1 + Math.floor(draw() * 5) },
      () => ({
        'Gift ID': anId(),
        Amount: `${1 + Math.floor(draw() * 900)},${10 + Math.floor(draw() * 90)}`,
        Date: `1${Math.floor(draw() * 9)}.0${1 + Math.floor(draw() * 9)}.20${10 + Math.floor(draw() * 15)}`,
        Fund: pick([`New ${round}`, 'Warm Homes', `Other ${round}`]),
        ...pick<Record<string, string>>([
          {},
          { Name: 'No Address' },
          { Name: 'Some Body', Email: pick(people).email },
        ]),
      }),
    );
    await bookAndTakeBack(rows, { isSpentBefore: draw() < 0.3 });
  }
  expect(await everythingShown()).toEqual(before);
  expect(await checkLedger(testApp.db)).toEqual([]);
});
