import { expect, test } from 'vitest';
import { getDonation } from '#contract/giving/donations.ts';
import { useTestApp } from '#test/support/app.ts';
import { aLine, depositCalls, donationsOf } from '#test/support/deposits.ts';
import { aCause, aPerson } from '#test/support/factories.ts';

const testApp = useTestApp();
const { as, aClosedDeposit, confirm, aConfirmedDeposit, returnLine } = depositCalls(testApp);

test('of six who confirm at once, one does it', { timeout: 300_000 }, async () => {
  const { id: causeId } = await aCause(testApp);
  for (let round = 0; round < 3; round += 1) {
    const closed = await aClosedDeposit([aLine(causeId), aLine(causeId, { amount: 700 })]);
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => confirm(closed, name)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    for (const { status, error } of answers) {
      if (status === 409) expect(error.code).toBe('already_confirmed');
    }
    const { count } = await testApp.db
      .selectFrom('depositLines')
      .innerJoin('donations', 'donations.id', 'depositLines.donationId')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('depositId', '=', closed.id)
      .executeTakeFirstOrThrow();
    expect(count).toBe(2);
  }
});

test('deposits with the same donors and causes the other way round do not block each other', {
  timeout: 300_000,
}, async () => {
  const firstCause = await aCause(testApp);
  const causes = [firstCause, await aCause(testApp), await aCause(testApp)];
  const people = Array.from({ length: 5 }, () => aPerson());
  const linesOf = (shift: number) =>
    people.map(({ firstName, lastName, email }, place) =>
      aLine((causes[(place + shift) % causes.length] ?? firstCause).id, {
        firstName,
        lastName,
        email,
        amount: 100 + place,
      }),
    );
  const deposits = await Promise.all(
    [0, 1, 2, 3].map((shift) =>
      aClosedDeposit(shift % 2 === 0 ? linesOf(shift) : linesOf(shift).reverse()),
    ),
  );
  const answers = await Promise.all(deposits.map((deposit) => confirm(deposit)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

test('a line that bounces and is reversed at once leaves once', async () => {
  const { id: causeId } = await aCause(testApp);
  const deposit = await aConfirmedDeposit([aLine(causeId)]);
  const [line] = deposit.lines;
  const [id] = donationsOf(deposit);
  if (!(line && id)) throw new Error('A line was confirmed');
  const answers = await Promise.all([
    returnLine(line.id, 'bounce', 'a'),
    returnLine(line.id, 'reversal', 'b'),
    returnLine(line.id, 'bounce', 'c'),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const { body } = await testApp.call(getDonation, { cookie: await as('a'), params: { id } });
  expect(body).toMatchObject({ amount: 5_000, availableAmount: 0 });
});
