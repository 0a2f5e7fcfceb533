import { expect } from 'vitest';
import { exportFilePath } from '#contract/exports/export-path.ts';
import { createExport } from '#contract/exports/exports.ts';
import type { ExportId } from '#contract/ids.ts';
import { readAgreements } from '#server/banking/months/queries.ts';
import { findCoverage } from '#server/banking/months/read-story.ts';
import type { TestApp } from '#test/support/app.ts';
import { aTeamMember, signIn } from '#test/support/factories.ts';
import { readCsv } from '#test/support/read-csv.ts';

/** A line of the journal, by the titles of its columns. */
type JournalLine = Record<string, string>;

/** The journal as a treasurer downloads it. */
export function journalCalls(testApp: TestApp) {
  let signedIn: Promise<string> | undefined;

  async function journal(filter = ''): Promise<JournalLine[]> {
    signedIn ??= aTeamMember(testApp, 'treasurer').then((user) => signIn(testApp, user));
    const cookie = await signedIn;
    const body = { list: 'accounting', format: 'csv', filter } as const;
    const made = await testApp.call(createExport, { cookie, body });
    const url = exportFilePath(made.body.id as ExportId);
    const file = await testApp.request({ url, headers: { cookie } });
    expect([made.status, file.statusCode]).toEqual([201, 200]);
    const [titles = [], ...rows] = readCsv(file.rawPayload.toString());
    expect(rows.length).toBe(made.body.rows);
    return rows.map((row) =>
      Object.fromEntries(titles.map((title, index) => [title, row[index] ?? ''])),
    );
  }

  /** What the journal says of each figure of the agreement on a day must be what the agreement says. */
  async function expectToAgree(day: string): Promise<void> {
    const balances = balancesOf(await journal(`to=${day}`));
    const of = (...numbers: string[]) =>
      numbers.reduce((sum, number) => sum + (balances[number] ?? 0), 0);
    const coverage = await findCoverage(testApp.db);
    if (!coverage) throw new Error('No statement');
    const { timeZone } = testApp.settings.current();
    const [figures] = await readAgreements(testApp.db, coverage, [day], timeZone);
    if (!figures) throw new Error('No figures');
    const { underway } = figures;
    expect({
      day,
      provider: of('1100'),
      payments: of('1110'),
      transfers: of('1150'),
      bank: of('1200'),
      gifts: of('1300'),
      donors: 0 - of('2100', '2200'),
      operations: 0 - of('2300', '5100'),
      other: 0 - of('3100', '3200'),
    }).toEqual({
      day,
      provider: figures.provider,
      payments: underway.payments,
      transfers: underway.payouts + underway.transfers,
      // An expense left the account when it was paid. A line that nobody has matched is nothing yet.
      bank: figures.bank - figures.unmatched + underway.expenses,
      gifts: underway.gifts,
      donors: figures.donors,
      operations: figures.operations,
      other: figures.other + figures.difference,
    });
  }

  return { journal, expectToAgree };
}

/** What each account holds after these lines, in cents, by its number: debits less credits. */
export function balancesOf(lines: JournalLine[]): Record<string, number> {
  const balances: Record<string, number> = {};
  for (const line of lines) {
    const cents = Math.round(Number(line.Amount) * 100);
    expect(cents).toBeGreaterThan(0);
    for (const [account, sign] of [
      [line['Debit Account'], 1],
      [line['Credit Account'], -1],
    ] as const) {
      const number = account?.slice(0, 4) ?? '';
      expect(number).toMatch(/^\d{4}$/);
      balances[number] = (balances[number] ?? 0) + sign * cents;
    }
  }
  return balances;
}
