import type { CauseId } from '#contract/ids.ts';
import { closeDeposit } from '#server/giving/deposits/close-deposit.ts';
import { addDeposit, deleteDeposit, sendDepositBack } from '#server/giving/deposits/commands.ts';
import { confirmDeposit } from '#server/giving/deposits/confirm-deposit.ts';
import { returnDepositLine } from '#server/giving/deposits/return-deposit-line.ts';
import { saveDeposit } from '#server/giving/deposits/save-deposit.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { TestApp } from '#test/support/app.ts';
import { aLine } from '#test/support/deposits.ts';
import { aCause, anAdministrator } from '#test/support/factories.ts';

const counted = { title: 'Box', expectedCount: 1, expectedAmount: 5_000 };

/** Every command about deposits, which all open a transaction, with what it needs. */
export function depositCommands(testApp: TestApp) {
  const anOpen = async () => {
    const actor = await anAdministrator(testApp);
    const { id: causeId } = await aCause(testApp);
    const { id } = await addDeposit(testApp.db, actor, counted, null, testApp.settings);
    return { actor, id, causeId };
  };
  const save = (
    { actor, id, causeId }: Awaited<ReturnType<typeof anOpen>> & { causeId: CauseId },
    revision: number,
  ) =>
    saveDeposit(
      testApp.db,
      actor,
      { ...counted, id, revision, depositLines: [aLine(causeId)] },
      null,
      testApp.settings,
    );
  const aClosed = async () => {
    const open = await anOpen();
    const { revision } = await save(open, 0);
    const { actor, id } = open;
    return {
      ...open,
      deposit: await closeDeposit(testApp.db, actor, { id, revision }, testApp.settings),
    };
  };
  return {
    async addDeposit() {
      const actor = await anAdministrator(testApp);
      return () => addDeposit(testApp.db, actor, counted, newId(), testApp.settings);
    },
    async saveDeposit() {
      const open = await anOpen();
      return () => save(open, 0);
    },
    async deleteDeposit() {
      const { actor, id } = await anOpen();
      return () => deleteDeposit(testApp.db, actor, id);
    },
    async closeDeposit() {
      const open = await anOpen();
      const { revision, id } = await save(open, 0);
      return () => closeDeposit(testApp.db, open.actor, { id, revision }, testApp.settings);
    },
    async sendDepositBack() {
      const { actor, id } = await aClosed();
      const input = { id, reason: 'One is missing.' };
      return () => sendDepositBack(testApp.db, actor, input, testApp.settings);
    },
    async confirmDeposit() {
      const { deposit } = await aClosed();
      const { id, revision } = deposit;
      const other = await anAdministrator(testApp);
      return () => confirmDeposit(testApp.db, other, { id, revision }, newId(), testApp);
    },
    async returnDepositLine() {
      const { deposit } = await aClosed();
      const { id, revision } = deposit;
      const actor = await anAdministrator(testApp);
      const { lines } = await confirmDeposit(testApp.db, actor, { id, revision }, null, testApp);
      const [line] = lines;
      if (!line) throw new Error('A line was entered');
      const input = { id: line.id, how: 'bounce', reason: 'No money' } as const;
      return () => returnDepositLine(testApp.db, actor, input, newId(), testApp);
    },
  };
}
