import { beforeAll, describe, expect, test } from 'vitest';
import { type Deposit, getDeposit } from '#contract/giving/deposits.ts';
import type { CauseId } from '#contract/ids.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { useTestApp } from '#test/support/app.ts';
import { aLine, depositCalls, donationsOf, type LineInput } from '#test/support/deposits.ts';
import { aCause } from '#test/support/factories.ts';
import { plainFile } from '#test/support/import-files.ts';
import { importCalls } from '#test/support/imports.ts';

/* Nobody is kept from entering the same twice, because donors do give twice; whoever confirms it reads where the other is. */

const testApp = useTestApp();
const { as, anOpenDeposit, aClosedDeposit, confirm, aConfirmedDeposit, returnLine } =
  depositCalls(testApp);
const { aBookedImport } = importCalls(testApp);

let causeId: CauseId;
beforeAll(async () => {
  causeId = (await aCause(testApp)).id;
});

/** A line of somebody whom no other test knows. */
const ofSomebody = (changes: Partial<LineInput> = {}): LineInput =>
  aLine(causeId, { lastName: newId(), ...changes });

async function seen({ id }: Deposit, who = 'confirmer'): Promise<Deposit> {
  return (await testApp.call(getDeposit, { cookie: await as(who), params: { id } })).body;
}

const alikeOf = ({ lines }: Deposit) => lines.map(({ alike }) => alike);

describe('a line that may be entered twice', () => {
  test('is told of when it is saved, once for two lines of one deposit', async () => {
    const line = ofSomebody();
    const deposit = await anOpenDeposit([
      line,
      { ...line, firstName: ' WILMA', checkNumber: '1002' },
      { ...line, receivedOn: '2026-02-06' },
      { ...line, receivedOn: '2026-02-07', checkNumber: '1003' },
      { ...line, amount: 5_001 },
      { ...line, lastName: newId() },
      { ...line, receivedOn: '2026-02-08', checkNumber: '' },
      { ...line, receivedOn: '2026-02-09', checkNumber: '' },
    ]);
    const first = {
      deposit: { id: deposit.id, title: deposit.title, line: 1 },
      donationId: null,
      receivedOn: '2026-01-05',
    };
    expect(alikeOf(deposit)).toEqual([[], [first], [first], [], [], [], [], []]);
  });

  test('is shown to whoever confirms it, with the other deposit, and does not keep them from it', async () => {
    const line = ofSomebody();
    const open = await anOpenDeposit([ofSomebody(), line]);
    const closed = await aClosedDeposit([line]);
    const other = { id: open.id, title: open.title, line: 2 };
    expect(alikeOf(await seen(closed))).toEqual([
      [{ deposit: other, donationId: null, receivedOn: '2026-01-05' }],
    ]);
    const confirmed = await confirm(closed);
    expect(confirmed.status).toBe(200);
    // Too late: what is wrong now is reversed.
    expect(alikeOf(confirmed.body)).toEqual([[]]);
    const [donationId] = donationsOf(confirmed.body);
    expect(alikeOf(await seen(open))[1]).toEqual([
      {
        deposit: { id: closed.id, title: closed.title, line: 1 },
        donationId,
        receivedOn: '2026-01-05',
      },
    ]);
  });

  test('is not one whose money has left again, such as of a check that comes a second time', async () => {
    const line = ofSomebody();
    const { lines } = await aConfirmedDeposit([line]);
    const open = await anOpenDeposit([line]);
    expect(alikeOf(open)[0]).toHaveLength(1);
    for (const { id } of lines) await returnLine(id, 'bounce');
    expect(alikeOf(await seen(open))).toEqual([[]]);
  });

  test('may name nobody: in another deposit, or with the number of a check', async () => {
    // Of no other test here.
    const amount = 77_700;
    const cash = ofSomebody({ kind: 'cash', firstName: '', lastName: '', checkNumber: '', amount });
    const box = await anOpenDeposit([cash, cash]);
    expect(alikeOf(box)).toEqual([[], []]);
    const again = await anOpenDeposit([cash, { ...cash, receivedOn: '2026-01-06' }]);
    expect(alikeOf(again).map((alike) => alike.length)).toEqual([2, 0]);
    const check = { ...cash, amount: amount + 1, checkNumber: newId() };
    const checks = await anOpenDeposit([check, check]);
    expect(alikeOf(checks).map((alike) => alike.length)).toEqual([0, 1]);
    // Without a name, the address is who gave.
    const mailed = { ...cash, email: `${newId()}@example.com` };
    const two = await anOpenDeposit([mailed, { ...mailed, email: mailed.email.toUpperCase() }]);
    expect(alikeOf(two).map((alike) => alike.length)).toEqual([0, 1]);
  });

  test('may be an imported donation, and of many others a few are named', async () => {
    const lastName = newId();
    await aBookedImport(
      plainFile([
        { 'Gift ID': newId(), Date: '04.03.2026', Amount: '77,00', Name: `Ada ${lastName}` },
      ]),
      { dateOrder: 'dmy', decimalMark: ',', system: 'List' },
    );
    const line = ofSomebody({ firstName: 'Ada', lastName, amount: 7_700 });
    const here = { ...line, receivedOn: '2026-03-04' };
    const open = await anOpenDeposit([here, { ...here, receivedOn: '2026-03-05' }]);
    expect(alikeOf(open)[0]).toMatchObject([{ deposit: null, receivedOn: '2026-03-04' }]);
    expect(open.lines[0]?.alike[0]?.donationId).toEqual(expect.any(String));
    const many = await anOpenDeposit(Array(6).fill({ ...line, amount: 7_701 }));
    expect(alikeOf(many).map((alike) => alike.length)).toEqual([0, 1, 2, 3, 3, 3]);
  });
});
