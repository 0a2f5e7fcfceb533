import { expect, test } from 'vitest';
import { sumCents } from '#core/platform/money.ts';
import { useTestApp } from '#test/support/app.ts';
import { bankCalls } from '#test/support/bank.ts';
import { anAccountNumber, camt } from '#test/support/bank-files.ts';

const testApp = useTestApp({ checksEach: true });
const { anAccount, send, linesOf, statementsOf } = bankCalls(testApp);
const line = (day: string, cents: number) => ({ day, cents, reference: `R${day}` });

test('the same file sent six times at once is imported once', async () => {
  const { id } = await anAccount();
  const file = camt({
    account: anAccountNumber(),
    openingCents: 0,
    lines: [line('2026-01-05', 100), line('2026-01-06', 200)],
  });
  const answers = await Promise.all(Array.from({ length: 6 }, () => send(id, file)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  expect(await linesOf(id)).toHaveLength(2);
});

test('overlapping files at once add up, whichever comes first', async () => {
  const { id } = await anAccount();
  const account = anAccountNumber();
  const days = Array.from({ length: 9 }, (_, place) => line(`2026-01-0${place + 1}`, 100 + place));
  const window = (from: number, to: number) =>
    camt({
      account,
      openingCents: sumCents(days.slice(0, from).map(({ cents }) => cents)),
      lines: days.slice(from, to),
    });
  await send(id, window(3, 6));
  const answers = await Promise.all([
    send(id, window(0, 5)),
    send(id, window(2, 8)),
    send(id, window(4, 9)),
    send(id, window(0, 9)),
  ]);
  for (const { status, error } of answers) {
    expect([200, 409]).toContain(status);
    // One that is inside of what another has just brought differs in nothing.
    if (status === 409) expect(error.code).toBe('statement_known');
  }
  expect(await linesOf(id)).toHaveLength(9);
  expect((await statementsOf(id))[0]?.closingCents).toBe(sumCents(days.map(({ cents }) => cents)));
});

test('two accounts without a number, and one file for both: one gets it', async () => {
  const [{ id: one }, { id: other }] = [await anAccount(), await anAccount()];
  const file = camt({
    account: anAccountNumber(),
    openingCents: 0,
    lines: [line('2026-01-05', 100)],
  });
  const answers = await Promise.all([send(one, file), send(other, file)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});
