import { expect, test } from 'vitest';
import { type MatchPart, matchLine } from '#contract/banking/bank-matches.ts';
import type { BankLineId } from '#contract/ids.ts';
import { useTestApp } from '#test/support/app.ts';
import { bankCalls } from '#test/support/bank.ts';
import { anAccountNumber, camt } from '#test/support/bank-files.ts';
import { aLine, depositCalls } from '#test/support/deposits.ts';
import { aCause } from '#test/support/factories.ts';

const testApp = useTestApp({ checksEach: true });
const { cookie, anAccount, send, linesOf } = bankCalls(testApp);
const { aConfirmedDeposit } = depositCalls(testApp);

test('several people match one line and one deposit at once: each of them is matched once', async () => {
  const { id: causeId } = await aCause(testApp);
  const { id: accountId } = await anAccount();
  const lines = ['2026-01-06', '2026-01-07', '2026-01-08'].map((day) => ({ day, cents: 5_000 }));
  await send(accountId, camt({ account: anAccountNumber(), openingCents: 0, lines }));
  const [one, two, three] = (await linesOf(accountId)).map(({ id }) => id) as [
    BankLineId,
    BankLineId,
    BankLineId,
  ];
  const deposit = await aConfirmedDeposit([aLine(causeId, { amount: 5_000 })]);
  const part: MatchPart = { kind: 'deposit', id: deposit.id, cents: 5_000 };
  const match = async (id: BankLineId, parts: MatchPart[]) =>
    testApp.call(matchLine, { cookie: await cookie(), params: { id }, body: { parts } });
  const ignored: MatchPart = { kind: 'ignored', cents: 5_000, reason: 'Rent' };
  const answers = await Promise.all([
    ...[one, two, one, two].map((id) => match(id, [part])),
    ...[three, three, three].map((id) => match(id, [ignored])),
  ]);
  expect(answers.slice(0, 4).filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.slice(4).filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status, error } of answers) {
    if (status !== 200) expect(['line_matched', 'target_matched']).toContain(error.code);
  }
});
