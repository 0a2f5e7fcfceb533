import { expect, test } from 'vitest';
import { addBankAccount } from '#contract/banking/bank-accounts.ts';
import { matchLine } from '#contract/banking/bank-matches.ts';
import { importStatements, listBankLines } from '#contract/banking/bank-statements.ts';
import { type CsvMapping, csvMapping } from '#contract/banking/csv-mapping.ts';
import type { ApprovalRequested } from '#contract/endpoint.ts';
import { approve, getApproval } from '#contract/people/approvals.ts';
import { useTestApp } from '#test/support/app.ts';
import { anAdministrator, signIn } from '#test/support/factories.ts';
import { changeSettings } from '#test/support/settings.ts';

const testApp = useTestApp();
const mapping = csvMapping.parse({
  delimiter: ',',
  skippedLines: 0,
  decimalMark: '.',
  dateOrder: 'ymd',
  dateColumn: 0,
  amountColumn: 1,
  incomingColumn: null,
  outgoingColumn: null,
  balanceColumn: null,
  referenceColumn: null,
  counterpartyColumn: null,
  textColumns: [3],
});

test('an import is approved as it was read, whatever a later file has said', async () => {
  const tess = await signIn(testApp, await anAdministrator(testApp));
  const otto = await signIn(testApp, await anAdministrator(testApp));
  const account = await testApp.call(addBankAccount, {
    cookie: tess,
    body: { name: 'Checking', number: '' },
  });
  const params = { id: account.body.id };
  const send = async (lines: string, closingCents: number, csvMapping?: CsvMapping) => {
    const response = await testApp.request({
      method: 'POST',
      url: importStatements.path.replace(':id', params.id),
      query: {
        fileName: 'january.csv',
        closingCents: String(closingCents),
        ...(csvMapping && { csvMapping: JSON.stringify(csvMapping) }),
      },
      headers: { 'content-type': 'application/octet-stream', cookie: tess },
      payload: Buffer.from(`Date,Amount,Other,Text\n${lines}`),
    });
    return { status: response.statusCode, body: response.json() as ApprovalRequested };
  };
  const lines = async () =>
    (await testApp.call(listBankLines, { cookie: tess, params, query: {} })).body;
  expect((await send('2026-01-20,5.00,5.00,First\n', 500, mapping)).status).toBe(200);
  const parts = [{ kind: 'ignored' as const, cents: 500, reason: 'Of the owner of the house.' }];
  await testApp.call(matchLine, {
    cookie: tess,
    params: { id: (await lines())[0]?.id as never },
    body: { parts },
  });
  const { fourEyes } = await testApp.settings.read(testApp.db);
  await changeSettings(testApp, {
    fourEyes: { ...fourEyes, isOn: true, spendingAboveCents: 10_000 },
  });
  const added = '2026-01-20,60.00,8000.00,Second\n2026-01-20,-60.00,-8000.00,Third\n';
  const waiting = await send(`2026-01-20,5.00,5.00,First\n${added}`, 500);
  expect(waiting.status).toBe(202);
  const other = { ...mapping, amountColumn: 2 };
  expect((await send('2026-01-22,1.00,1.00,Later\n', 600, other)).status).toBe(200);
  const id = waiting.body.awaitingApproval;
  const { body } = await testApp.call(getApproval, { cookie: otto, params: { id } });
  expect(body.facts).toContainEqual({ label: 'Lines', value: '2 lines of $120.00 in all' });
  const { fingerprint } = body;
  await testApp.call(approve, { cookie: otto, params: { id }, body: { fingerprint } });
  const cents = (await lines()).map((line) => line.cents);
  expect(cents.sort((one, next) => one - next)).toEqual([-6_000, 100, 500, 6_000]);
});
