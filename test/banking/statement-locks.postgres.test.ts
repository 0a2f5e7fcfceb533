import { expect, test } from 'vitest';
import { useTestApp } from '#test/support/app.ts';
import { bankCalls } from '#test/support/bank.ts';
import { anAccountNumber, camt } from '#test/support/bank-files.ts';
import { untilWaiting } from '#test/support/locks.ts';

const testApp = useTestApp({ checksEach: true });
const { anAccount, send, linesOf } = bankCalls(testApp);

test('files of one account wait for each other, and the second one sees what the first brought', async () => {
  const { id } = await anAccount();
  const story = { account: anAccountNumber(), openingCents: 0 };
  const line = (day: string, cents: number) => ({ day, cents, reference: day });
  const first = camt({ ...story, lines: [line('2026-01-05', 100)] });
  const both = camt({ ...story, lines: [line('2026-01-05', 100), line('2026-01-06', 200)] });
  const answers = await testApp.db.transaction().execute(async (trx) => {
    await trx.selectFrom('bankAccounts').select('id').where('id', '=', id).forUpdate().execute();
    const sent = [send(id, first), send(id, both), send(id, first), send(id, both)];
    await untilWaiting(testApp, 4);
    return { sent };
  });
  const statuses = (await Promise.all(answers.sent)).map(({ status, body, error }) =>
    status === 200 ? body : error.code,
  );
  // Whichever comes first, no line is there twice, and a file that brings nothing new may differ from what is known.
  expect(statuses.filter((status) => status === 'statement_known').length).toBeGreaterThanOrEqual(
    2,
  );
  expect((await linesOf(id)).map(({ cents }) => cents).sort()).toEqual([100, 200]);
});
