import type { NominationId } from '#contract/ids.ts';
import { newId } from '#server/platform/db/new-id.ts';
import * as publishing from '#server/publishing/public-pages/commands.ts';
import * as subscriptions from '#server/publishing/subscriptions/commands.ts';
import * as updates from '#server/publishing/updates/commands.ts';
import * as updateJobs from '#server/publishing/updates/jobs.ts';
import { recordExpense } from '#server/spending/expenses/record-expense.ts';
import { releaseLeftovers } from '#server/spending/expenses/release-leftovers.ts';
import { undoExpense } from '#server/spending/expenses/undo-expense.ts';
import type { TestApp } from '#test/support/app.ts';
import { anAdministrator, anAllocation, aPair } from '#test/support/factories.ts';
import { aDraft, anUnsubscribeToken, words as news } from '#test/support/updates.ts';
import { aReceipt } from '#test/support/upload.ts';

/**
 * The commands about expenses, public pages, and updates; each creates what it needs and returns the command to
 * run.
 */
export function proofCommands(testApp: TestApp) {
  const aPayment = async () => {
    const { donationId, nominationId } = await aPair(testApp);
    await anAllocation(testApp, { amount: 100, donationId, nominationId });
    const receiptIds = [await aReceipt(testApp, nominationId)];
    const words = { payee: 'Heating Co', paidOn: '2026-01-15', purpose: 'Furnace' };
    const input = {
      nominationId,
      amount: 100,
      receiptKind: 'statement',
      paysCardCosts: false,
      receiptIds,
      ...words,
    } as const;
    return { actor: await anAdministrator(testApp), input: { ...input, receiptIds } };
  };
  const aPublicPage = async () => {
    const { nominationId } = await aPair(testApp);
    const texts = { publicName: 'A family', summary: 'Heating', story: 'Warm', coverFileId: null };
    const actor = await anAdministrator(testApp);
    const page = { nominationId, ...texts };
    await publishing.savePublicPage(testApp.db, actor, page);
    return { actor, page };
  };
  const anUpdate = async (nominationId: NominationId) => ({
    nominationId,
    ...news,
    fileIds: [await aReceipt(testApp, nominationId)],
  });
  return {
    async recordExpense() {
      const { actor, input } = await aPayment();
      return () => recordExpense(testApp.db, actor, input, newId());
    },
    async undoExpense() {
      const { actor, input } = await aPayment();
      const { id } = await recordExpense(testApp.db, actor, input, null);
      return () => undoExpense(testApp.db, actor, { id, reason: 'A mistake' }, null);
    },
    async releaseLeftovers() {
      const { actor, input } = await aPayment();
      const { nominationId } = input;
      const released = { nominationId, reason: 'It cost less' };
      return () => releaseLeftovers(testApp.db, actor, released, null);
    },
    async savePublicPage() {
      const { actor, page } = await aPublicPage();
      return () => publishing.savePublicPage(testApp.db, actor, page);
    },
    async publish() {
      const { actor, page } = await aPublicPage();
      return () => publishing.publish(testApp.db, actor, page.nominationId);
    },
    async unpublish() {
      const { actor, page } = await aPublicPage();
      await publishing.publish(testApp.db, actor, page.nominationId);
      return () => publishing.unpublish(testApp.db, actor, page.nominationId);
    },
    async createUpdate() {
      const { actor, page } = await aPublicPage();
      const input = await anUpdate(page.nominationId);
      return () => updates.createUpdate(testApp.db, actor, input, null);
    },
    async saveUpdate() {
      const { actor, page } = await aPublicPage();
      const { nominationId: _, ...input } = await anUpdate(page.nominationId);
      const { id } = await aDraft(testApp, page.nominationId);
      return () => updates.saveUpdate(testApp.db, actor, { id, ...input });
    },
    async deleteUpdate() {
      const { actor, page } = await aPublicPage();
      const { id } = await aDraft(testApp, page.nominationId);
      return () => updates.deleteUpdate(testApp.db, actor, id);
    },
    async publishUpdate() {
      const { actor, page } = await aPublicPage();
      await publishing.publish(testApp.db, actor, page.nominationId);
      const { id } = await aDraft(testApp, page.nominationId);
      return () => updates.publishUpdate(testApp.db, testApp.boss, actor, id);
    },
    async queueNextMails() {
      return () => updateJobs.queueNextMails(testApp.db, testApp.mailer);
    },
    async recallMail() {
      return () => updateJobs.recallMail(testApp.db, newId(), { to: 'grace@example.com' });
    },
    async unsubscribe() {
      const token = await anUnsubscribeToken(testApp, 'grace@example.com');
      return () => subscriptions.unsubscribe(testApp.db, token);
    },
    async subscribeAgain() {
      const token = await anUnsubscribeToken(testApp, 'grace@example.com');
      return () => subscriptions.subscribeAgain(testApp.db, token);
    },
  };
}
