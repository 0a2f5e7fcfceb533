import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/schema.ts';
import * as allocations from '#server/features/allocations/commands.ts';
import * as auth from '#server/features/auth/commands.ts';
import * as causes from '#server/features/causes/commands.ts';
import * as contact from '#server/features/contact/commands.ts';
import * as donations from '#server/features/donations/commands.ts';
import * as nominations from '#server/features/nominations/commands.ts';
import * as payments from '#server/features/payments/commands.ts';
import * as users from '#server/features/users/commands.ts';
import { createAccountToken } from '#server/security/tokens.ts';
import { useTestApp } from '#test/support/app.ts';
import {
  aCause,
  aCheckout,
  aNomination,
  anAdministrator,
  anAllocation,
  aPair,
  aPerson,
  testPassword,
} from '#test/support/factories.ts';

const testApp = useTestApp();

describe('a query on the outer handle inside a transaction', () => {
  const countCauses = (db: Db) => db.selectFrom('causes').select('id').execute();

  test('waits for itself forever on the embedded database, and does not see the transaction on PostgreSQL', async () => {
    const id = newId();
    let late: Promise<unknown> = Promise.resolve();
    const seen = await testApp.db.transaction().execute(async (trx) => {
      await trx
        .insertInto('causes')
        .values({ id, name: `Cause ${id}` })
        .execute();
      // The mistake: `testApp.db` where `trx` is meant.
      const mistake = countCauses(testApp.db).then((rows) => rows.some((row) => row.id === id));
      late = mistake;
      return Promise.race([mistake, sleep(500, 'never comes back')]);
    });
    expect(seen).toBe(testApp.connection.kind === 'embedded' ? 'never comes back' : false);
    await late;
  });

  test('with the handle of the transaction it answers at once', async () => {
    const rows = await testApp.db.transaction().execute(countCauses);
    expect(rows).toBeInstanceOf(Array);
  });
});

describe('no command makes that mistake', () => {
  const silent = pino({ level: 'silent' });
  const pay = async (checkoutId: string, kind: 'paid' | 'cancelled') => {
    const event = { provider: 'test', eventId: newId(), type: kind, checkoutId };
    const paid = { paymentIntentId: newId(), amountCents: 10_000, currency: 'usd' };
    const { db, mailer } = testApp;
    await payments.handlePaymentEvent(
      db,
      kind === 'paid' ? { ...event, kind, ...paid } : { ...event, kind },
      mailer,
      silent,
    );
  };
  /** Everything that opens a transaction; each makes what it needs and answers the command to run. */
  const commands: Record<string, () => Promise<() => Promise<unknown>>> = {
    async allocate() {
      const { donationId, nominationId } = await aPair(testApp);
      const actor = await anAdministrator(testApp);
      const input = { amount: 100, donationId, nominationId };
      return () => allocations.allocate(testApp.db, actor, input, newId());
    },
    async release() {
      const { donationId, nominationId } = await aPair(testApp);
      const id = await anAllocation(testApp, { amount: 100, donationId, nominationId });
      const actor = await anAdministrator(testApp);
      return () => allocations.release(testApp.db, actor, { id, reason: 'A mistake' }, newId());
    },
    async sendPasswordReset() {
      const { email } = await anAdministrator(testApp);
      return () => auth.sendPasswordReset(testApp.db, email, testApp.mailer);
    },
    async resetPassword() {
      const { id } = await anAdministrator(testApp);
      const token = await testApp.db
        .transaction()
        .execute((trx) => createAccountToken(trx, 'reset', id));
      return () => auth.resetPassword(testApp.db, { token, password: testPassword });
    },
    async setUpFirstAdministrator() {
      await testApp.db.deleteFrom('users').execute();
      const prepared = await auth.prepareFirstAdministrator(testApp.db, null);
      const token = prepared && 'setupToken' in prepared ? prepared.setupToken : '';
      const form = { ...aPerson(), password: testPassword, token };
      const { phone: _, zip: __, ...input } = form;
      return () => auth.setUpFirstAdministrator(testApp.db, input);
    },
    async prepareFirstAdministrator() {
      return () => auth.prepareFirstAdministrator(testApp.db, null);
    },
    async deleteCause() {
      const { id } = await aCause(testApp);
      const actor = await anAdministrator(testApp);
      return () => causes.deleteCause(testApp.db, actor, id);
    },
    async sendContactMessage() {
      const { email } = aPerson();
      const input = { email, message: 'Hello' };
      return () => contact.sendContactMessage(testApp.db, input, testApp.mailer);
    },
    async startDonation() {
      const { id: causeId } = await aCause(testApp);
      const details = { description: '', isAvailableToVolunteerTime: false, ...aPerson() };
      const { db, config } = testApp;
      const input = { amount: 100, causeId, ...details };
      return () => donations.startDonation(db, input, newId(), config.donation, testApp.payments);
    },
    async submitNomination() {
      const { id: causeId } = await aCause(testApp);
      const input = { nominee: 'Maria', description: 'Heating', causeId, ...aPerson() };
      return () => nominations.submitNomination(testApp.db, input, testApp.mailer);
    },
    async changeNominationStatus() {
      const id = await aNomination(testApp);
      const actor = await anAdministrator(testApp);
      const input = { id, action: 'accept' } as const;
      return () => nominations.changeNominationStatus(testApp.db, actor, input, testApp.mailer);
    },
    async handlePaymentEvent() {
      const [toPay, toCancel] = [await aCheckout(testApp), await aCheckout(testApp)];
      return async () => {
        await pay(toPay, 'paid');
        await pay(toCancel, 'cancelled');
      };
    },
    async createUser() {
      const actor = await anAdministrator(testApp);
      const { phone: _, zip: __, ...input } = aPerson();
      return () => users.createUser(testApp.db, actor, input, testApp.mailer);
    },
    async deleteUser() {
      const [actor, { id }] = [await anAdministrator(testApp), await anAdministrator(testApp)];
      return () => users.deleteUser(testApp.db, actor, id);
    },
  };

  test.each(Object.keys(commands))('%s', async (name) => {
    const run = await commands[name]?.();
    const answer = await Promise.race([run?.(), sleep(10_000, 'waits for itself')]);
    expect(answer).not.toBe('waits for itself');
  });

  test('every exported command is in the list above', () => {
    const exported = [allocations, auth, causes, contact, donations, nominations, payments, users]
      .flatMap((module) => Object.keys(module))
      .sort();
    // Those without a transaction of their own, and those that are handed one.
    const others = [
      'bookDonation',
      'checkCredentials',
      'createCause',
      'endCheckout',
      'expireAbandonedCheckouts',
      'updateUser',
    ];
    expect(Object.keys(commands).concat(others).sort()).toEqual(exported);
  });
});
