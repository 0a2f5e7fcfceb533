import { expect, test } from 'vitest';
import { useTestApp } from '#test/support/app.ts';
import { bankCalls } from '#test/support/bank.ts';
import { anAccountNumber, camt } from '#test/support/bank-files.ts';

const testApp = useTestApp({ env: { CURRENCY: 'JPY' } });
const { anAccount, send, linesOf } = bankCalls(testApp);

test('a statement is read with the decimals of the currency of the books', async () => {
  const { id, currency } = await anAccount();
  expect(currency).toBe('JPY');
  const story = {
    account: anAccountNumber(),
    openingCents: 0,
    lines: [{ day: '2026-01-05', cents: 120_000 }],
  };
  expect(await send(id, camt(story))).toMatchObject({
    status: 422,
    error: { message: expect.stringMatching(/amounts in USD, and the account is in JPY/) },
  });
  const inYen = camt(story).replaceAll('USD', 'JPY');
  expect(await send(id, inYen.replaceAll('1200.00', '1200.50'))).toMatchObject({
    status: 422,
    error: {
      message:
        'Line 7 of this file has the amount "1200.50", which we cannot read. Nothing was imported.',
    },
  });
  expect((await send(id, inYen)).status).toBe(200);
  expect(await linesOf(id)).toMatchObject([{ cents: 1_200 }]);
});
