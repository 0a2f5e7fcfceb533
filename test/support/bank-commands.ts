import { csvMapping } from '#contract/banking/csv-mapping.ts';
import { addBankAccount, changeBankAccount } from '#server/banking/bank-accounts/commands.ts';
import { importStatements } from '#server/banking/statements/import-statements.ts';
import { removeStatements } from '#server/banking/statements/remove-statements.ts';
import { announceTransfer } from '#server/giving/bank-transfers/announce-transfer.ts';
import { deleteForgottenTransfers } from '#server/giving/bank-transfers/commands.ts';
import { enterTransfers } from '#server/giving/bank-transfers/enter-transfers.ts';
import type { Visitor } from '#server/platform/actor.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { TestApp } from '#test/support/app.ts';
import { anAccountNumber, camt, csv } from '#test/support/bank-files.ts';
import { aCause, anAdministrator, aPerson } from '#test/support/factories.ts';
import { changeSettings } from '#test/support/settings.ts';

const nobody: Visitor = { network: null, site: null };

/** How {@link csv} writes files. */
export const csvMappingOfTests = csvMapping.parse({
  delimiter: ',',
  skippedLines: 0,
  decimalMark: '.',
  dateOrder: 'mdy',
  dateColumn: 0,
  amountColumn: 3,
  incomingColumn: null,
  outgoingColumn: null,
  balanceColumn: 4,
  referenceColumn: null,
  counterpartyColumn: 1,
  textColumns: [2],
});
/** Such a file. */
export const csvSampleOfTests = csv({
  openingCents: 0,
  lines: [
    { day: '2026-01-05', cents: 100 },
    { day: '2026-01-06', cents: 200 },
  ],
});

/** Every command about the bank that opens a transaction, with what it needs. */
export function bankCommands(testApp: TestApp) {
  const rules = { settings: testApp.settings, limits: async () => null };
  const anAccount = async () => {
    const actor = await anAdministrator(testApp);
    const account = await addBankAccount(testApp.db, actor, { name: newId(), number: '' }, null);
    return { actor, id: account.id };
  };
  const aFile = () =>
    Buffer.from(
      camt({
        account: anAccountNumber(),
        openingCents: 0,
        lines: [{ day: '2026-01-05', cents: 100 }],
      }),
    );
  const aTransfer = async () => {
    const { firstName, lastName, email } = aPerson();
    return { amount: 100, causeId: (await aCause(testApp)).id, firstName, lastName, email };
  };
  return {
    async addBankAccount() {
      const actor = await anAdministrator(testApp);
      return () => addBankAccount(testApp.db, actor, { name: newId(), number: '' }, null);
    },
    async changeBankAccount() {
      const { actor, id } = await anAccount();
      return () =>
        changeBankAccount(testApp.db, actor, { id, name: newId(), number: '', isClosed: false });
    },
    async importStatements() {
      const { actor, id } = await anAccount();
      const bytes = Buffer.from(csvSampleOfTests);
      const input = { accountId: id, fileName: 'a.csv', bytes, csvMapping: csvMappingOfTests };
      return () => importStatements(testApp.db, actor, input, rules);
    },
    async announceTransfer() {
      await changeSettings(testApp, { bankTransfers: { isOffered: true, details: 'A bank' } });
      const input = await aTransfer();
      return () => announceTransfer(testApp.db, nobody, input, newId(), testApp);
    },
    async enterTransfers() {
      const { actor, id } = await anAccount();
      await changeSettings(testApp, { bankTransfers: { isOffered: true, details: 'A bank' } });
      const { reference } = await announceTransfer(
        ...([testApp.db, nobody, await aTransfer(), null, testApp] as const),
      );
      const bytes = Buffer.from(
        camt({
          account: anAccountNumber(),
          openingCents: 0,
          lines: [{ day: '2026-01-05', cents: 100, text: reference }],
        }),
      );
      const file = { accountId: id, fileName: 'a.xml', bytes };
      await importStatements(testApp.db, actor, file, rules);
      const line = await testApp.db
        .selectFrom('bankLines')
        .select('id')
        .where('accountId', '=', id)
        .executeTakeFirstOrThrow();
      return () => enterTransfers(testApp.db, actor, { lineIds: [line.id] }, testApp.settings);
    },
    async deleteForgottenTransfers() {
      return () => deleteForgottenTransfers(testApp.db);
    },
    async removeStatements() {
      const { actor, id } = await anAccount();
      const input = { accountId: id, fileName: 'a.xml', bytes: aFile() };
      await importStatements(testApp.db, actor, input, rules);
      const statement = await testApp.db
        .selectFrom('bankStatements')
        .select('id')
        .where('accountId', '=', id)
        .executeTakeFirstOrThrow();
      return () => removeStatements(testApp.db, actor, statement.id, rules);
    },
  };
}
