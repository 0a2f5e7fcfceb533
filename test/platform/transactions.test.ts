import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Insertable, sql } from 'kysely';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import type { CauseId, DecisionId, ExportId, StatementMailingId } from '#contract/ids.ts';
import { isoDayOf } from '#core/platform/dates.ts';
import { defaultRetention } from '#core/privacy/retention.ts';
import * as bankAccounts from '#server/banking/bank-accounts/commands.ts';
import { agreeToDonorChange } from '#server/donors/donors/agree-to-change.ts';
import * as anonymity from '#server/donors/donors/anonymity.ts';
import {
  addNote,
  changeNote,
  removeNote,
  setPostalAddress,
} from '#server/donors/donors/commands.ts';
import { correctDonor } from '#server/donors/donors/correct-donor.ts';
import { joinDonors } from '#server/donors/donors/join-donors.ts';
import { stopChange } from '#server/donors/donors/stop-change.ts';
import { takeBackChange } from '#server/donors/donors/take-back-change.ts';
import { createExport } from '#server/exports/create-export.ts';
import { makeExport } from '#server/exports/make-export.ts';
import { openExport } from '#server/exports/open-export.ts';
import * as boundDonations from '#server/giving/bound-donations/commands.ts';
import * as comments from '#server/giving/comments/commands.ts';
import { sendDueDedications } from '#server/giving/dedications/send-dedications.ts';
import { eraseUnpaidCheckouts } from '#server/giving/donations/commands.ts';
import * as receipts from '#server/giving/donations/receipt-copies.ts';
import { startDonation } from '#server/giving/donations/start-donation.ts';
import * as expectedDonations from '#server/giving/expected-donations/commands.ts';
import * as inKind from '#server/giving/in-kind/commands.ts';
import * as importBooking from '#server/imports/book-lines.ts';
import * as importChecking from '#server/imports/check-file.ts';
import * as importTakingBack from '#server/imports/take-back-lines.ts';
import * as settings from '#server/operations/settings/commands.ts';
import * as disputes from '#server/payments/disputes/commands.ts';
import * as payments from '#server/payments/payments/commands.ts';
import * as reconciliation from '#server/payments/payments/reconciliation.ts';
import { requestRefund, reserveRefund } from '#server/payments/refunds/request-refund.ts';
import * as accessReview from '#server/people/access-review/commands.ts';
import { getAccessReview } from '#server/people/access-review/queries.ts';
import * as account from '#server/people/account/commands.ts';
import * as ownPasskeys from '#server/people/account/passkeys.ts';
import * as secondFactor from '#server/people/account/second-factor.ts';
import * as addresses from '#server/people/addresses/commands.ts';
import type { Provider } from '#server/people/identity-provider/client.ts';
import * as provider from '#server/people/identity-provider/commands.ts';
import { agreeToChange, liftHold, objectToChange } from '#server/people/objections/commands.ts';
import { tellOfChange } from '#server/people/objections/tell-of-change.ts';
import { createAccountToken } from '#server/people/sign-in/account-links.ts';
import * as auth from '#server/people/sign-in/commands.ts';
import * as firstAdministrator from '#server/people/sign-in/first-administrator.ts';
import { sessionLimits } from '#server/people/sign-in/guess-limits.ts';
import * as passkeys from '#server/people/sign-in/passkeys.ts';
import { createUser, deleteUser, updateUser } from '#server/people/users/commands.ts';
import type { TeamMember } from '#server/platform/actor.ts';
import { newId } from '#server/platform/db/new-id.ts';
import type { Db, Schema } from '#server/platform/db/schema.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';
import * as privacy from '#server/privacy/commands.ts';
import * as retention from '#server/privacy/retention.ts';
import { topUp } from '#server/provider/card-costs/commands.ts';
import * as contact from '#server/publishing/contact/commands.ts';
import * as donorMailings from '#server/publishing/donor-mailings/commands.ts';
import * as donorMailingJobs from '#server/publishing/donor-mailings/jobs.ts';
import * as donorPage from '#server/publishing/donor-page/commands.ts';
import * as papers from '#server/publishing/papers/commands.ts';
import * as publishing from '#server/publishing/public-pages/commands.ts';
import * as subscriptions from '#server/publishing/subscriptions/commands.ts';
import * as updates from '#server/publishing/updates/commands.ts';
import * as updateJobs from '#server/publishing/updates/jobs.ts';
import * as donationReceipts from '#server/receipts/receipts/commands.ts';
import * as statements from '#server/receipts/statements/commands.ts';
import { allocate, allocateMany } from '#server/spending/allocations/allocate.ts';
import { release, releaseMany } from '#server/spending/allocations/release.ts';
import { replace } from '#server/spending/allocations/replace.ts';
import * as appeals from '#server/vetting/appeals/commands.ts';
import * as causes from '#server/vetting/causes/commands.ts';
import * as checklists from '#server/vetting/checklists/commands.ts';
import * as consentPage from '#server/vetting/consent-page/commands.ts';
import * as consents from '#server/vetting/consents/commands.ts';
import * as consentJobs from '#server/vetting/consents/jobs.ts';
import { changeNominationStatus } from '#server/vetting/nominations/decide-nomination.ts';
import { getNomination } from '#server/vetting/nominations/queries.ts';
import { setGoal } from '#server/vetting/nominations/set-goal.ts';
import { submitNomination } from '#server/vetting/nominations/submit-nomination.ts';
import { undoDecision } from '#server/vetting/nominations/undo-decision.ts';
import * as notes from '#server/vetting/notes/commands.ts';
import { askMany, askQuestions } from '#server/vetting/questions/ask-questions.ts';
import { closeQuestion, readAnswers } from '#server/vetting/questions/commands.ts';
import * as questionJobs from '#server/vetting/questions/jobs.ts';
import { startChecking, startCheckingMany } from '#server/vetting/questions/start-checking.ts';
import * as reviews from '#server/vetting/reviews/commands.ts';
import * as trackingLinks from '#server/vetting/tracking-links/commands.ts';
import * as trackingPage from '#server/vetting/tracking-page/commands.ts';
import { addVolunteer, changeVolunteer, correctVolunteer } from '#server/volunteers/commands.ts';
import { confirmHours, recordHours, undoHours } from '#server/volunteers/record-hours.ts';
import { sendThanks } from '#server/volunteers/send-thanks.ts';
import { anAdministratorWithAnApp, sessionOf } from '#test/support/account.ts';
import { useTestApp } from '#test/support/app.ts';
import { codeOf } from '#test/support/authenticator.ts';
import { bankCommands } from '#test/support/bank-commands.ts';
import { aBoundDonation, aPublicNeed, endGraceOf } from '#test/support/bound-donations.ts';
import { aConsent, askNominee, fullConsent } from '#test/support/consents.ts';
import { depositCommands } from '#test/support/deposit-commands.ts';
import {
  aCause,
  aCheckout,
  aDonation,
  aNomination,
  anAcceptedNomination,
  anAdministrator,
  anAllocation,
  aPair,
  aPerson,
  payCheckout,
  signIn,
  testPassword,
} from '#test/support/factories.ts';
import { importCommands } from '#test/support/import-commands.ts';
import { anInKindDonation, thingsFromSomebody } from '#test/support/in-kind.ts';
import { addTestPasskey, TestPasskey } from '#test/support/passkey.ts';
import { aDonationToken, aDonorToken, aPublishedNeed } from '#test/support/proof.ts';
import { proofCommands } from '#test/support/proof-commands.ts';
import { aStoredReceipt } from '#test/support/receipts.ts';
import { changeSettings } from '#test/support/settings.ts';
import { aTestPlan } from '#test/support/test-plans.ts';
import { anAppealable, anAskedNomination, aQuestion, letDaysPass } from '#test/support/tracking.ts';
import { aBegunChecklist, aNominationNote } from '#test/support/vetting.ts';
import { aVolunteer, someHours } from '#test/support/volunteers.ts';

const testApp = useTestApp();
const byOne = { idempotencyKey: null, limits: async () => null };

describe('a query on the outer handle inside a transaction', () => {
  const countCauses = (db: Db) => db.selectFrom('causes').select('id').execute();

  test('waits for itself forever on the embedded database, and does not see the transaction on PostgreSQL', async () => {
    const id = newId<CauseId>();
    const { seen, late } = await testApp.db.transaction().execute(async (trx) => {
      await trx
        .insertInto('causes')
        .values({ id, name: `Cause ${id}` })
        .execute();
      // The mistake: `testApp.db` instead of `trx`.
      let seen: boolean | undefined;
      const late = countCauses(testApp.db).then((rows) => {
        seen = rows.some((row) => row.id === id);
      });
      // On the embedded database, what the transaction asks later comes back before.
      if (testApp.connection.kind === 'embedded') await countCauses(trx);
      else await late;
      return { seen, late };
    });
    expect(seen).toBe(testApp.connection.kind === 'embedded' ? undefined : false);
    await late;
  });

  test('with the handle of the transaction, it returns immediately', async () => {
    const rows = await testApp.db.transaction().execute(countCauses);
    expect(rows).toBeInstanceOf(Array);
  });
});

/** Every command that opens a transaction; each entry creates what it needs and returns the command to run. */
function allCommands(): Record<string, () => Promise<() => Promise<unknown>>> {
  const silent = pino({ level: 'silent' });
  const cancel = (checkoutId: string) => {
    const event = { provider: 'test', eventId: newId(), type: 'cancelled', checkoutId };
    const { db, mailer } = testApp;
    return payments.handlePaymentEvent(db, { ...event, kind: 'cancelled' }, mailer, silent);
  };
  /** A change of address that its owner has asked for; returns the secret of a link that completes it. */
  const anAddressChange = async () => {
    const user = await anAdministrator(testApp);
    const { email } = aPerson();
    return testApp.db.transaction().execute(async (trx) => {
      await addresses.startAddressChange(trx, user, user, email, testApp.mailer);
      return createAccountToken(trx, 'confirm-address', user.id);
    });
  };
  /** A change that somebody was told of; returns the secret of the link to answer it. */
  const aChangeToAnswer = async () => {
    const { db, mailer, inbox } = testApp;
    const [actor, { email }] = [await anAdministrator(testApp), await anAdministrator(testApp)];
    await db
      .transaction()
      .execute((trx) => tellOfChange(trx, actor, { what: 'did it', facts: [] }, mailer));
    const mail = await inbox.waitFor(email, 'did it');
    return /token=([\w-]+)/.exec(mail.text ?? '')?.[1] as string;
  };
  const aDonor = async () => {
    const { donorId: id } = await testApp.db
      .selectFrom('donations')
      .select('donorId')
      .where('id', '=', await aDonation(testApp))
      .executeTakeFirstOrThrow();
    return { id, actor: await anAdministrator(testApp) };
  };
  const donorServices = () => ({
    mailer: testApp.mailer,
    moveSubscription: subscriptions.moveSubscription,
    moveSubscriptionBack: subscriptions.moveSubscriptionBack,
  });
  /** A donor with another address, which can be taken back. */
  const aCorrection = async () => {
    const { id, actor } = await aDonor();
    const { firstName, lastName, email } = aPerson();
    await correctDonor(testApp.db, actor, { id, firstName, lastName, email }, donorServices());
    const { id: change } = await testApp.db
      .selectFrom('donorChanges')
      .select('id')
      .where('donorId', '=', id)
      .executeTakeFirstOrThrow();
    const token = newToken();
    await testApp.db
      .insertInto('donorChangeLinks')
      .values({ tokenHash: hashToken(token), changeId: change })
      .execute();
    return { id, actor, change, token };
  };
  const aNote = async () => {
    const { id, actor } = await aDonor();
    const note = await addNote(testApp.db, actor, { id, text: 'A call' }, null);
    return { id, noteId: note.id, actor };
  };
  const aSession = async () => {
    const administrator = await anAdministrator(testApp);
    await signIn(testApp, administrator);
    return sessionOf(testApp, administrator);
  };
  /** A session of an administrator with a passkey. */
  const aSessionWithPasskey = async () => {
    const member = await anAdministrator(testApp);
    const { passkey } = await addTestPasskey(testApp, await signIn(testApp, member), 'Phone');
    const { id } = await testApp.db
      .selectFrom('passkeys')
      .select('id')
      .where('userId', '=', member.id)
      .executeTakeFirstOrThrow();
    return { id, passkey, session: await sessionOf(testApp, member) };
  };
  const charityMail = { name: 'Charity Mail', issuer: 'https://login.example' } as Provider;
  const anIdentity = (verifiedEmail: string) => {
    const { issuer } = charityMail;
    return { issuer, subject: newId(), verifiedEmail, factors: 1, askedAt: Date.now() } as const;
  };
  return {
    ...proofCommands(testApp),
    ...bankCommands(testApp),
    ...depositCommands(testApp),
    ...importCommands(testApp),
    async allocate() {
      const { donationId, nominationId } = await aPair(testApp);
      const actor = await anAdministrator(testApp);
      const input = { amount: 100, donationId, nominationId };
      return () => allocate(testApp.db, actor, input, newId(), testApp.settings);
    },
    async release() {
      const { donationId, nominationId } = await aPair(testApp);
      const id = await anAllocation(testApp, { amount: 100, donationId, nominationId });
      const actor = await anAdministrator(testApp);
      return () => release(testApp.db, actor, { id, reason: 'A mistake' }, newId());
    },
    async allocateMany() {
      const { donationId, nominationId: id } = await aPair(testApp);
      const actor = await anAdministrator(testApp);
      const input = { id, lines: [{ amount: 100, donationId }] };
      return () => allocateMany(testApp.db, actor, input, newId(), testApp.settings);
    },
    async releaseMany() {
      const { donationId, nominationId } = await aPair(testApp);
      const ids = [await anAllocation(testApp, { amount: 100, donationId, nominationId })];
      const actor = await anAdministrator(testApp);
      const input = { id: nominationId, ids, reason: 'A mistake' };
      return () => releaseMany(testApp.db, actor, input, newId());
    },
    async replace() {
      const { causeId, donationId, nominationId } = await aPair(testApp);
      const id = await anAllocation(testApp, { amount: 100, donationId, nominationId });
      const actor = await anAdministrator(testApp);
      const another = await aDonation(testApp, { causeId });
      const input = { id, amount: 100, donationId: another, reason: 'A refund' };
      return () => replace(testApp.db, actor, input, newId(), testApp.settings);
    },
    async requestRefund() {
      const { donationId } = await aPair(testApp);
      const actor = await anAdministrator(testApp);
      const input = { donationId, amount: 100, reason: 'A mistake' };
      const { db, payments, mailer } = testApp;
      return () => requestRefund(db, actor, input, newId(), payments, mailer);
    },
    async reserveRefund() {
      const { donationId } = await aPair(testApp);
      const actor = await anAdministrator(testApp);
      const input = { donationId, amount: 100, reason: 'A mistake' };
      const { db, payments } = testApp;
      return () => reserveRefund(db, actor, input, newId(), payments.name);
    },
    async saveSettings() {
      const actor = await anAdministrator(testApp);
      const input = { ...(await testApp.settings.read(testApp.db)), howWeWork: newId() };
      return () => settings.saveSettings(testApp.db, actor, input, testApp);
    },
    async createExport() {
      const actor = await anAdministrator(testApp);
      const input = { list: 'donations', format: 'csv', filter: '' } as const;
      const source = { db: testApp.db, timeZone: 'UTC' };
      return () => createExport(source, actor, input, testApp.boss);
    },
    async makeExport() {
      const id = await anExport(await anAdministrator(testApp), { state: 'waiting' });
      return () => makeExport(testApp.db, testApp, id);
    },
    async openExport() {
      const actor = await anAdministrator(testApp);
      const file = { storageKey: newId(), bytes: 1, sha256: '', expiresAt: '2999-01-01' };
      const id = await anExport(actor, { state: 'ready', ...file });
      return () => openExport(testApp.db, actor, id);
    },
    async erasePerson() {
      const person = aPerson();
      await aDonation(testApp, { person });
      const actor = await anAdministrator(testApp);
      const { mailer, payments } = testApp;
      const services = { mailer, payments, sealKey: async () => Buffer.alloc(32) };
      return () => privacy.erasePerson(testApp.db, actor, { who: person.email }, services);
    },
    async openArchive() {
      const person = aPerson();
      await aDonation(testApp, { person });
      const actor = await anAdministrator(testApp);
      return () => privacy.openArchive(testApp.db, actor, { who: person.email }, testApp.vault);
    },
    async keepErasures() {
      return () => privacy.keepErasures(testApp.db, testApp.mailer);
    },
    async runRetention() {
      const services = { mailer: testApp.mailer, sealKey: async () => Buffer.alloc(32) };
      await changeSettings(testApp, { retention: { ...defaultRetention, isOn: true } });
      await sql`update dead_mails set created_at = now() - interval '1 year'`.execute(testApp.db);
      return () => retention.runRetention(testApp.db, services);
    },
    async previewRetention() {
      return () => retention.previewRetention(testApp.db, defaultRetention, 'UTC');
    },
    async restoreSettings() {
      await changeSettings(testApp, { howWeWork: newId() });
      const { version } = await changeSettings(testApp, { howWeWork: newId() });
      const { id } = await testApp.db
        .selectFrom('settingsVersions')
        .select('id')
        .where('version', '=', version - 1)
        .executeTakeFirstOrThrow();
      const actor = await anAdministrator(testApp);
      return () => settings.restoreSettings(testApp.db, actor, { id, version }, testApp);
    },
    async reconcile() {
      return () => reconciliation.reconcile(testApp);
    },
    async topUp() {
      const actor = await anAdministrator(testApp);
      const input = { amount: 100, direction: 'in', reason: 'Board' } as const;
      return () => topUp(testApp.db, actor, input, newId());
    },
    async reportFailedReconciliation() {
      return () => reconciliation.reportFailedReconciliation(testApp);
    },
    async eraseUnpaidCheckouts() {
      return () => eraseUnpaidCheckouts(testApp.db);
    },
    async sendPasswordReset() {
      const { email } = await anAdministrator(testApp);
      return () => auth.sendPasswordReset(testApp.db, email, testApp.mailer);
    },
    async checkCredentials() {
      const { email } = await anAdministrator(testApp);
      const input = { email, password: testPassword };
      const { db, vault, mailer } = testApp;
      const caller = { address: '192.0.2.1', browser: null };
      return () => auth.checkCredentials(db, input, caller, vault, mailer);
    },
    async checkCode() {
      const { user, secret } = await anAdministratorWithAnApp(testApp);
      const { db, vault, mailer } = testApp;
      const limits = sessionLimits(vault, newId());
      return () => auth.checkCode(db, user, codeOf(secret), limits, vault, mailer);
    },
    async confirmIdentity() {
      const session = await aSession();
      const { db, vault, mailer } = testApp;
      return () => account.confirmIdentity(db, session, testPassword, vault, mailer);
    },
    async changePassword() {
      const session = await aSession();
      const input = { currentPassword: testPassword, password: testPassword };
      const { db, vault, mailer } = testApp;
      return () => account.changePassword(db, session, input, vault, mailer);
    },
    async startSecondFactor() {
      const session = await aSession();
      const { db, vault } = testApp;
      return () => secondFactor.startSecondFactor(db, session, vault, 'Us');
    },
    async turnOnSecondFactor() {
      const session = await aSession();
      const { db, vault, mailer } = testApp;
      const { secret } = await secondFactor.startSecondFactor(db, session, vault, 'Us');
      return () => secondFactor.turnOnSecondFactor(db, session, codeOf(secret), vault, mailer);
    },
    async turnOffSecondFactor() {
      const { user } = await anAdministratorWithAnApp(testApp);
      const session = await sessionOf(testApp, user);
      return () => secondFactor.turnOffSecondFactor(testApp.db, session, testApp.mailer);
    },
    async resetSecondFactor() {
      const { user } = await anAdministratorWithAnApp(testApp);
      return () => secondFactor.resetSecondFactor(testApp.db, user.email, testApp.mailer);
    },
    async renewRecoveryCodes() {
      const { user } = await anAdministratorWithAnApp(testApp);
      const session = await sessionOf(testApp, user);
      return () => secondFactor.renewRecoveryCodes(testApp.db, session, testApp.mailer);
    },
    async checkPasskeyAlone() {
      const { passkey } = await aSessionWithPasskey();
      const { db, config, vault, mailer } = testApp;
      const answer = passkey.sign(await passkeys.startSignIn(db, config));
      return () => auth.checkPasskeyAlone(db, answer, '192.0.2.1', vault, mailer);
    },
    async confirmWithPasskey() {
      const { passkey, session } = await aSessionWithPasskey();
      const { db, config, vault, mailer } = testApp;
      const answer = passkey.sign(await passkeys.startConfirmation(db, config, session.member));
      return () => account.confirmWithPasskey(db, session, answer, vault, mailer);
    },
    async addPasskey() {
      const session = await aSession();
      const { db, config, mailer } = testApp;
      const creation = await passkeys.startCreation(db, config, session.member);
      const newPasskey = new TestPasskey(testApp).create(creation);
      return () => ownPasskeys.addPasskey(db, session, { name: 'Phone', newPasskey }, mailer);
    },
    async renamePasskey() {
      const { id, session } = await aSessionWithPasskey();
      return () => ownPasskeys.renamePasskey(testApp.db, session, { id, name: 'Key' });
    },
    async removePasskey() {
      const { id, session } = await aSessionWithPasskey();
      return () => ownPasskeys.removePasskey(testApp.db, session, id, testApp.mailer);
    },
    async resetPasskeys() {
      await aSessionWithPasskey();
      const { db, mailer } = testApp;
      const config = { ...mailer.config, publicUrl: 'https://new.example' };
      return () => ownPasskeys.resetPasskeys(db, { ...mailer, config });
    },
    async signInWithProvider() {
      const { email } = await anAdministrator(testApp);
      const { db, settings, mailer } = testApp;
      return () =>
        provider.signInWithProvider(db, anIdentity(email), charityMail, settings, mailer);
    },
    async connectProvider() {
      const session = await aSession();
      const { db, mailer } = testApp;
      return () => provider.connectProvider(db, session, anIdentity(''), charityMail, mailer);
    },
    async confirmWithProvider() {
      const session = await aSession();
      const { db, mailer } = testApp;
      const identity = anIdentity('');
      await provider.connectProvider(db, session, identity, charityMail, mailer);
      return () => provider.confirmWithProvider(db, session, identity, Date.now());
    },
    async disconnectProvider() {
      const session = await aSession();
      const { db, mailer } = testApp;
      await provider.connectProvider(db, session, anIdentity(''), charityMail, mailer);
      return () => provider.disconnectProvider(db, session, charityMail, mailer);
    },
    async confirmAccessReview() {
      const actor = await anAdministrator(testApp);
      const { db, config } = testApp;
      const { fingerprint } = await getAccessReview(db, config);
      return () => accessReview.confirmAccessReview(db, actor, fingerprint, config);
    },
    async remindOfAccessReview() {
      return () => accessReview.remindOfAccessReview(testApp.db, testApp.mailer);
    },
    async endOneSession() {
      const { id, member } = await aSession();
      return () => account.endOneSession(testApp.db, member, id);
    },
    async signOutEverywhere() {
      const actor = await anAdministrator(testApp);
      return () => account.signOutEverywhere(testApp.db, actor);
    },
    async resetPassword() {
      const { id } = await anAdministrator(testApp);
      const token = await testApp.db
        .transaction()
        .execute((trx) => createAccountToken(trx, 'reset', id));
      return () => auth.resetPassword(testApp.db, { token, password: testPassword }, testApp);
    },
    async setUpFirstAdministrator() {
      await testApp.db.deleteFrom('users').execute();
      const prepared = await firstAdministrator.prepareFirstAdministrator(testApp.db, null);
      const token = prepared && 'setupToken' in prepared ? prepared.setupToken : '';
      const form = { ...aPerson(), password: testPassword, token };
      const { phone: _, zip: __, ...input } = form;
      return () => firstAdministrator.setUpFirstAdministrator(testApp.db, input);
    },
    async prepareFirstAdministrator() {
      return () => firstAdministrator.prepareFirstAdministrator(testApp.db, null);
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
      return () =>
        startDonation(
          db,
          { network: null, site: null },
          input,
          newId(),
          { ...config.donation, settings: testApp.settings.current() },
          testApp.payments,
        );
    },
    async submitNomination() {
      const { id: causeId } = await aCause(testApp);
      const input = { nominee: 'Maria', description: 'Heating', causeId, ...aPerson() };
      return () =>
        submitNomination(testApp.db, { network: null, site: null }, input, testApp.mailer);
    },
    async askToFollow() {
      const input = { id: await aPublishedNeed(testApp), email: aPerson().email };
      return () => subscriptions.askToFollow(testApp.db, input, testApp.mailer);
    },
    async correctDonor() {
      const { id, actor } = await aDonor();
      const { firstName, lastName, email } = aPerson();
      const person = { id, firstName, lastName, email };
      return () => correctDonor(testApp.db, actor, person, donorServices());
    },
    async joinDonors() {
      const [{ id, actor }, other] = [await aDonor(), await aDonor()];
      const both = { id, otherId: other.id };
      return () => joinDonors(testApp.db, actor, both, donorServices());
    },
    async takeBackChange() {
      const { id, actor, change } = await aCorrection();
      return () => takeBackChange(testApp.db, actor, { id, changeId: change }, donorServices());
    },
    async stopChange() {
      const { token } = await aCorrection();
      return () => stopChange(testApp.db, token, donorServices());
    },
    async agreeToDonorChange() {
      const { token } = await aCorrection();
      return () => agreeToDonorChange(testApp.db, token);
    },
    async addVolunteer() {
      const actor = await anAdministrator(testApp);
      const { zip: _, ...person } = aPerson();
      const input = { ...person, nominationId: await anAcceptedNomination(testApp), notes: '' };
      return () => addVolunteer(testApp.db, actor, input, newId());
    },
    async changeVolunteer() {
      const { db } = testApp;
      const [id, actor] = [await aVolunteer(testApp), await anAdministrator(testApp)];
      const nominationId = await anAcceptedNomination(testApp);
      const change = { id, state: 'agreed' as const, assignedToId: actor.id, nominationId };
      return () => changeVolunteer(db, actor, change);
    },
    async correctVolunteer() {
      const [id, actor] = [await aVolunteer(testApp), await anAdministrator(testApp)];
      const { zip: _, ...person } = aPerson();
      return () => correctVolunteer(testApp.db, actor, { id, ...person });
    },
    async recordHours() {
      const { db, settings } = testApp;
      const [id, actor] = [await aVolunteer(testApp), await anAdministrator(testApp)];
      const work = { id, day: '2026-01-02', minutes: 60, what: 'Drove', isConfirmed: true };
      const nominationId = await anAcceptedNomination(testApp);
      const input = { ...work, nominationId };
      return () => recordHours(db, actor, input, newId(), settings);
    },
    async confirmHours() {
      const { actor, ...which } = await someHours(testApp);
      return () => confirmHours(testApp.db, actor, which);
    },
    async undoHours() {
      const { actor, ...which } = await someHours(testApp);
      return () => undoHours(testApp.db, actor, { ...which, reason: 'A mistake' });
    },
    async sendThanks() {
      const { actor, id, hoursId } = await someHours(testApp);
      await confirmHours(testApp.db, actor, { id, hoursId });
      const thanks = { id, text: 'Thank you', isAgain: false };
      return () => sendThanks(testApp.db, actor, thanks, testApp.mailer);
    },
    async addNote() {
      const { id, actor } = await aDonor();
      return () => addNote(testApp.db, actor, { id, text: 'A call' }, newId());
    },
    async changeNote() {
      const { actor, ...which } = await aNote();
      return () => changeNote(testApp.db, actor, { ...which, text: 'A letter' });
    },
    async removeNote() {
      const { actor, ...which } = await aNote();
      return () => removeNote(testApp.db, actor, which);
    },
    async sendReceipt() {
      const { donationId } = await aPair(testApp);
      const actor = await anAdministrator(testApp);
      return () => receipts.sendReceipt(testApp.db, actor, donationId, testApp.mailer);
    },
    async sendReceipts() {
      const ids = [await aDonation(testApp)];
      const actor = await anAdministrator(testApp);
      return () => receipts.sendReceipts(testApp.db, actor, ids, newId(), testApp.mailer);
    },
    async decideComment() {
      const id = await aDonation(testApp);
      const text = 'For Ada';
      await testApp.db.insertInto('publicComments').values({ donationId: id, text }).execute();
      const actor = await anAdministrator(testApp);
      const input = { id, isApproved: true, seenText: text };
      return () => comments.decideComment(testApp.db, actor, input);
    },
    async sendDueDedications() {
      const donationId = await aDonation(testApp);
      const recipient = { recipientName: 'Ben', recipientEmail: aPerson().email };
      await testApp.db
        .insertInto('dedications')
        .values({
          donationId,
          kind: 'honor',
          honoree: 'Ada',
          ...recipient,
          dueAt: sql<string>`now() - interval '1 minute'`,
        })
        .execute();
      return () => sendDueDedications(testApp.db, testApp.mailer);
    },
    async addExpectedDonation() {
      const actor = await anAdministrator(testApp);
      const input = { organization: 'A fund', adviserName: 'Ada', adviserEmail: '' };
      return () => expectedDonations.addExpectedDonation(testApp.db, actor, input);
    },
    async setExpectedDonationState() {
      const { id, actor } = await anExpectedDonation();
      const input = { id, saidState: 'confirmed' as const };
      return () => expectedDonations.setExpectedDonationState(testApp.db, actor, input);
    },
    async describeExpectedDonation() {
      const { id, actor } = await anExpectedDonation();
      const input = { id, expectedAmount: 5_000, note: 'Asked' };
      return () => expectedDonations.describeExpectedDonation(testApp.db, actor, input);
    },
    async linkExpectedDonation() {
      const { id, actor } = await anExpectedDonation();
      const input = { id, donationId: await aDonation(testApp) };
      const { db, mailer } = testApp;
      return () => expectedDonations.linkExpectedDonation(db, actor, input, mailer);
    },
    async setAnonymityFor() {
      const id = await aDonation(testApp);
      const actor = await anAdministrator(testApp);
      return () => anonymity.setAnonymityFor(testApp.db, actor, { id, isAnonymous: true });
    },
    async setPostalAddress() {
      const { id, actor } = await aDonor();
      const input = { id, postalAddress: '1 Main Street' };
      return () => setPostalAddress(testApp.db, actor, input);
    },
    async issueReceipts() {
      const ids = [await aDonation(testApp)];
      const actor = await anAdministrator(testApp);
      return () => donationReceipts.issueReceipts(testApp.db, actor, ids, newId(), testApp.mailer);
    },
    async voidReceipt() {
      const id = await aStoredReceipt(testApp, await aDonation(testApp));
      const actor = await anAdministrator(testApp);
      const input = { id, reason: 'A mistake' };
      return () => donationReceipts.voidReceipt(testApp.db, actor, input, testApp.mailer);
    },
    async replaceReceipt() {
      const id = await aStoredReceipt(testApp, await aDonation(testApp));
      const actor = await anAdministrator(testApp);
      const input = { id, reason: 'A mistake', donorName: 'Grace', donorAddress: '' };
      // No receipts for test money, which it knows only after it has read and locked everything.
      return () =>
        expect(
          donationReceipts.replaceReceipt(testApp.db, actor, input, testApp.mailer),
        ).rejects.toThrow(/receipts/);
    },
    async copyReceipt() {
      const id = await aStoredReceipt(testApp, await aDonation(testApp));
      const actor = await anAdministrator(testApp);
      const { db, storage } = testApp;
      const { signal } = new AbortController();
      return () => donationReceipts.copyReceipt(db, actor, id, storage, signal);
    },
    async recordInKindDonation() {
      const actor = await anAdministrator(testApp);
      const services = { mailer: testApp.mailer, isReal: false };
      return () =>
        inKind.recordInKindDonation(testApp.db, actor, thingsFromSomebody(), newId(), services);
    },
    async voidInKindDonation() {
      const input = { id: await anInKindDonation(testApp), reason: 'A mistake' };
      const actor = await anAdministrator(testApp);
      return () => inKind.voidInKindDonation(testApp.db, actor, input, testApp.mailer);
    },
    async publishInKindDonation() {
      const input = { id: await anInKindDonation(testApp), publicText: 'Coats' };
      const actor = await anAdministrator(testApp);
      return () => inKind.publishInKindDonation(testApp.db, actor, input, testApp.mailer);
    },
    async issueReceiptInKind() {
      const id = await anInKindDonation(testApp);
      const actor = await anAdministrator(testApp);
      // No receipts in a trial, which it knows only after it has read and locked everything.
      return () =>
        expect(inKind.issueReceiptInKind(testApp.db, actor, id, testApp.mailer)).rejects.toThrow(
          /receipts/,
        );
    },
    async freeDonations() {
      const need = await aPublicNeed(testApp);
      await aBoundDonation(testApp, need);
      await publishing.unpublish(testApp.db, await anAdministrator(testApp), need.id);
      await endGraceOf(testApp, need.id);
      return () => boundDonations.freeDonations(testApp.db, testApp.mailer);
    },
    async setDonationGoods() {
      const donationId = await aDonation(testApp);
      const actor = await anAdministrator(testApp);
      const input = { donationId, goods: { description: 'A dinner', value: 2_000 } };
      return () => donationReceipts.setDonationGoods(testApp.db, actor, input, testApp.mailer);
    },
    async mailStatements() {
      const { actor } = await aDonor();
      const { db, boss, settings } = testApp;
      const input = { from: '2026-01-01', to: isoDayOf(new Date(), settings.current().timeZone) };
      return () => statements.mailStatements(db, boss, actor, input, null, settings);
    },
    async stopStatementMailing() {
      const { id: donorId, actor } = await aDonor();
      const id = newId<StatementMailingId>();
      await testApp.db
        .insertInto('statementMailings')
        .values({ id, createdBy: actor.id, fromDay: '2020-01-01', toDay: '2020-12-31' })
        .execute();
      await testApp.db
        .insertInto('statementRecipients')
        .values({ id: newId(), mailingId: id, donorId })
        .execute();
      return () => statements.stopStatementMailing(testApp.db, actor, id);
    },
    async mailDonors() {
      const { id, actor } = await aDonor();
      const input = { subject: 'Hello', text: 'Thank you.', ids: [id] };
      const { db, boss } = testApp;
      return () =>
        donorMailings.mailDonors(db, boss, actor, input, { ...byOne, idempotencyKey: newId() });
    },
    async tryDonorMail() {
      const actor = await anAdministrator(testApp);
      const written = { subject: 'Hello', text: 'Thank you.' };
      return () => donorMailings.tryDonorMail(testApp.db, actor, written, testApp.mailer);
    },
    async stopDonorMailing() {
      const { id, actor } = await aDonor();
      const input = { subject: 'Hello', text: 'Thank you.', ids: [id] };
      const { db, boss } = testApp;
      const { mailing } = await donorMailings.mailDonors(db, boss, actor, input, byOne);
      return () => donorMailings.stopDonorMailing(db, actor, mailing.id);
    },
    async queueNextDonorMails() {
      const { id, actor } = await aDonor();
      const input = { subject: 'Hello', text: 'Thank you.', ids: [id] };
      const { db, boss, mailer } = testApp;
      const { mailing } = await donorMailings.mailDonors(db, boss, actor, input, byOne);
      const leavesAt = new Date(Date.now() - 1_000).toISOString();
      await db
        .updateTable('donorMailings')
        .set({ leavesAt })
        .where('id', '=', mailing.id)
        .execute();
      return () => donorMailingJobs.queueNextDonorMails(db, mailer);
    },
    async recallMailing() {
      return () => donorMailingJobs.recallMailing(testApp.db, newId(), { to: 'a@example.com' });
    },
    async sendReceiptByLink() {
      const token = await aDonationToken(testApp, await aDonation(testApp));
      const { db, mailer } = testApp;
      return () => receipts.sendReceiptByLink(db, { network: null, site: null }, token, mailer);
    },
    async sendDonorLink() {
      const person = aPerson();
      await aDonation(testApp, { person });
      const { db, mailer } = testApp;
      return () => donorPage.sendDonorLink(db, person.email, mailer);
    },
    async linkToOneDonation() {
      const which = await aDonorToken(testApp);
      return () => donorPage.linkToOneDonation(testApp.db, which);
    },
    async linkToOnePlan() {
      const person = aPerson();
      const planId = await aTestPlan(testApp, { person });
      const { token } = await aDonorToken(testApp, person);
      const { db, mailer } = testApp;
      return () => donorPage.linkToOnePlan(db, { token, planId }, mailer);
    },
    async sendOneReceipt() {
      const which = await aDonorToken(testApp);
      const { db, mailer } = testApp;
      return () => donorPage.sendOneReceipt(db, { network: null, site: null }, which, mailer);
    },
    async changeNominationStatus() {
      const id = await aNomination(testApp);
      const actor = await anAdministrator(testApp);
      const input = { id, action: 'accept' } as const;
      return () => changeNominationStatus(testApp.db, actor, input, testApp.mailer);
    },
    async setGoal() {
      const id = await anAcceptedNomination(testApp);
      const actor = await anAdministrator(testApp);
      return () => setGoal(testApp.db, actor, { id, goalAmount: 50_000 }, testApp.settings);
    },
    async startChecking() {
      const id = await aNomination(testApp);
      const actor = await anAdministrator(testApp);
      return () => startChecking(testApp.db, actor, id);
    },
    async askQuestions() {
      const id = await aNomination(testApp);
      const actor = await anAdministrator(testApp);
      const input = { id, questions: ['Since when?'], dueOn: '' };
      return () => askQuestions(testApp.db, actor, input, testApp.mailer);
    },
    async startCheckingMany() {
      const ids = [await aNomination(testApp)];
      const actor = await anAdministrator(testApp);
      return () => startCheckingMany(testApp.db, actor, ids, newId());
    },
    async askMany() {
      const ids = [await aNomination(testApp)];
      const actor = await anAdministrator(testApp);
      const input = { ids, questions: ['Since when?'], dueOn: '' };
      return () => askMany(testApp.db, actor, input, newId(), testApp.mailer);
    },
    async readAnswers() {
      const { id, token, questionId } = await anAskedNomination(testApp);
      const input = { token, questionId, text: 'Since Monday.', papers: [] };
      await trackingPage.answerByLink(testApp.db, input, testApp.mailer);
      const { id: answerId } = await testApp.db
        .selectFrom('answers')
        .select('id')
        .where('questionId', '=', questionId)
        .executeTakeFirstOrThrow();
      const actor = await anAdministrator(testApp);
      return () => readAnswers(testApp.db, actor, { id, answerId });
    },
    async saveChecklist() {
      const actor = await anAdministrator(testApp);
      const input = { kind: 'person', version: 0, points: [] } as const;
      const rules = { settings: testApp.settings, limits: async () => null };
      return () => checklists.saveChecklist(testApp.db, actor, { ...input, points: [] }, rules);
    },
    async beginChecklist() {
      const id = await aNomination(testApp);
      const actor = await anAdministrator(testApp);
      const input = { id, kind: 'need' } as const;
      return () => checklists.beginChecklist(testApp.db, actor, input, testApp.settings);
    },
    async changePoint() {
      const id = await aNomination(testApp);
      const [point] = await aBegunChecklist(testApp, id, 'need');
      const actor = await anAdministrator(testApp);
      const found = { state: 'in_progress', proof: '', paperId: null } as const;
      const input = { id, pointId: point?.id ?? newId(), revision: 0, ...found };
      return () => checklists.changePoint(testApp.db, actor, input, testApp.settings);
    },
    async giveReview() {
      const id = await aNomination(testApp);
      const actor = await anAdministrator(testApp);
      const input = { id, recommendation: 'for', reason: 'I know the street.' } as const;
      return () => reviews.giveReview(testApp.db, actor, input, testApp.settings);
    },
    async declareConflict() {
      const id = await aNomination(testApp);
      const actor = await anAdministrator(testApp);
      const input = { id, reason: 'My cousin' };
      return () => reviews.declareConflict(testApp.db, actor, input, testApp.settings);
    },
    async liftConflict() {
      const id = await aNomination(testApp);
      const [actor, other] = [await anAdministrator(testApp), await anAdministrator(testApp)];
      await reviews.declareConflict(testApp.db, other, { id, reason: '' }, testApp.settings);
      const input = { id, userId: other.id };
      return () => reviews.liftConflict(testApp.db, actor, input, testApp.settings);
    },
    async addNominationNote() {
      const id = await aNomination(testApp);
      const [actor, other] = [await anAdministrator(testApp), await anAdministrator(testApp)];
      const input = { id, text: 'A call', mentions: [other.id] };
      return () => notes.addNominationNote(testApp.db, actor, input, testApp.mailer, newId());
    },
    async changeNominationNote() {
      const { id, actor, noteId } = await aNominationNote(testApp, await aNomination(testApp));
      const input = { id, noteId, text: 'Two calls', mentions: [] };
      return () => notes.changeNominationNote(testApp.db, actor, input, testApp.mailer);
    },
    async removeNominationNote() {
      const { id, actor, noteId } = await aNominationNote(testApp, await aNomination(testApp));
      return () => notes.removeNominationNote(testApp.db, actor, { id, noteId });
    },
    async createTeamPaper() {
      const nominationId = await aNomination(testApp);
      const actor = await anAdministrator(testApp);
      const input = { nominationId, bytes: 5_000 };
      return () => papers.createTeamPaper(testApp.db, actor, input, testApp.config.filesQuotaBytes);
    },
    async closeQuestion() {
      const id = await aQuestion(testApp);
      const actor = await anAdministrator(testApp);
      return () => closeQuestion(testApp.db, actor, id);
    },
    async answerByLink() {
      const { token, questionId } = await anAskedNomination(testApp);
      const input = { token, questionId, text: 'Since Monday.', papers: [] };
      return () => trackingPage.answerByLink(testApp.db, input, testApp.mailer);
    },
    async createPaper() {
      const { token, questionId } = await anAskedNomination(testApp);
      const input = { token, questionId, bytes: 5_000 };
      return () => papers.createPaper(testApp.db, input, testApp.config.filesQuotaBytes);
    },
    async appealByLink() {
      const { token } = await anAppealable(testApp);
      const input = { token, text: 'Please.', papers: [] };
      return () => trackingPage.appealByLink(testApp.db, input, testApp.mailer);
    },
    async upholdRejection() {
      const { id, token } = await anAppealable(testApp);
      const input = { token, text: 'Please.', papers: [] };
      await trackingPage.appealByLink(testApp.db, input, testApp.mailer);
      const actor = await anAdministrator(testApp);
      return () => appeals.upholdRejection(testApp.db, actor, { id, letter: '' }, testApp.mailer);
    },
    async askForConsent() {
      const id = await anAcceptedNomination(testApp);
      const actor = await anAdministrator(testApp);
      const input = { id, channel: 'text', askedAs: 'self', email: '' } as const;
      return () => consents.askForConsent(testApp.db, actor, input, testApp.mailer);
    },
    async recordPaperConsent() {
      const id = await anAcceptedNomination(testApp);
      const actor = await anAdministrator(testApp);
      const { filesQuotaBytes } = testApp.config;
      const paper = await papers.createTeamPaper(
        testApp.db,
        actor,
        { nominationId: id, bytes: 5_000 },
        filesQuotaBytes,
      );
      await testApp.db
        .updateTable('files')
        .set({ state: 'processing' })
        .where('id', '=', paper.id)
        .execute();
      const input = { ...fullConsent, id, paperId: paper.id };
      return () => consents.recordPaperConsent(testApp.db, actor, input, testApp.mailer);
    },
    async withdrawForNominee() {
      const id = await anAcceptedNomination(testApp);
      await aConsent(testApp, id);
      const actor = await anAdministrator(testApp);
      return () => consents.withdrawForNominee(testApp.db, actor, id, testApp.mailer);
    },
    async settleCorrection() {
      const token = await askNominee(testApp, await anAcceptedNomination(testApp));
      await consentPage.proposeCorrection(testApp.db, { token, text: 'A z.' }, testApp.mailer);
      const actor = await anAdministrator(testApp);
      const { id } = await testApp.db
        .selectFrom('consentCorrections')
        .select('id')
        .where('settledAt', 'is', null)
        .executeTakeFirstOrThrow();
      return () => consents.settleCorrection(testApp.db, actor, id);
    },
    async openWithCode() {
      const id = await anAcceptedNomination(testApp);
      const actor = await anAdministrator(testApp);
      const input = { id, channel: 'letter', askedAs: 'self', email: '' } as const;
      const { code } = await consents.askForConsent(testApp.db, actor, input, testApp.mailer);
      return () => consentPage.openWithCode(testApp.db, code ?? '', testApp.config);
    },
    async answerAsNominee() {
      const token = await askNominee(testApp, await anAcceptedNomination(testApp));
      const input = { token, ...fullConsent };
      return () => consentPage.answerAsNominee(testApp.db, input, testApp.mailer);
    },
    async withdrawByLink() {
      const token = await aConsent(testApp, await anAcceptedNomination(testApp));
      return () => consentPage.withdrawByLink(testApp.db, token, testApp.mailer);
    },
    async proposeCorrection() {
      const token = await askNominee(testApp, await anAcceptedNomination(testApp));
      const input = { token, text: 'My name has a z.' };
      return () => consentPage.proposeCorrection(testApp.db, input, testApp.mailer);
    },
    async followUpConsents() {
      const id = await anAcceptedNomination(testApp);
      const endsOn = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
      await aConsent(testApp, id, { endsOn });
      return () => consentJobs.followUpConsents(testApp.db, testApp.mailer);
    },
    async sendTrackingLink() {
      const id = await aNomination(testApp);
      const actor = await anAdministrator(testApp);
      return () => trackingLinks.sendTrackingLink(testApp.db, actor, id, testApp.mailer);
    },
    async sendTrackingLinks() {
      const person = aPerson();
      await aNomination(testApp, { person });
      return () => trackingLinks.sendTrackingLinks(testApp.db, person.email, testApp.mailer);
    },
    async followUpQuestions() {
      const { id } = await anAskedNomination(testApp);
      await letDaysPass(testApp, id, 4);
      return () => questionJobs.followUpQuestions(testApp.db, testApp.mailer);
    },
    async undoDecision() {
      const id = await anAcceptedNomination(testApp);
      const actor = await anAdministrator(testApp);
      const { lastDecision } = await getNomination(testApp.db, actor, id);
      const decisionId = lastDecision?.id ?? newId<DecisionId>();
      return () => undoDecision(testApp.db, actor, { id, decisionId }, testApp.mailer);
    },
    async handlePaymentEvent() {
      const [toPay, toCancel] = [await aCheckout(testApp), await aCheckout(testApp)];
      return () => payCheckout(testApp, toPay, 10_000).then(() => cancel(toCancel));
    },
    async createUser() {
      const actor = await anAdministrator(testApp);
      const { phone: _, zip: __, ...input } = aPerson();
      return () => createUser(testApp.db, actor, input, newId(), testApp.mailer);
    },
    async updateUser() {
      const actor = await anAdministrator(testApp);
      const { id } = await anAdministrator(testApp);
      const { phone: _, zip: __, ...input } = aPerson();
      return () =>
        updateUser(testApp.db, actor, { id, ...input }, { ...testApp, isApproved: false });
    },
    async confirmAddress() {
      const token = await anAddressChange();
      return () => addresses.confirmAddress(testApp.db, token, testApp.mailer);
    },
    async stopAddressChange() {
      const { db } = testApp;
      const user = await anAdministrator(testApp);
      const token = await db
        .transaction()
        .execute((trx) => createAccountToken(trx, 'stop-address', user.id));
      return () => addresses.stopAddressChange(db, token);
    },
    async cancelAddressChange() {
      const { db, mailer } = testApp;
      const user = await anAdministrator(testApp);
      const { email } = aPerson();
      await db
        .transaction()
        .execute((trx) => addresses.startAddressChange(trx, user, user, email, mailer));
      return () => addresses.cancelAddressChange(db, user, user.id);
    },
    async objectToChange() {
      const token = await aChangeToAnswer();
      return () => objectToChange(testApp.db, token, testApp.mailer);
    },
    async agreeToChange() {
      const token = await aChangeToAnswer();
      await objectToChange(testApp.db, token, testApp.mailer);
      return () => agreeToChange(testApp.db, token, testApp.mailer);
    },
    async liftHold() {
      await objectToChange(testApp.db, await aChangeToAnswer(), testApp.mailer);
      const actor = await anAdministrator(testApp);
      const { changeId } = await testApp.db
        .selectFrom('changeNotices')
        .select('changeId')
        .where('objectedAt', 'is not', null)
        .where('endedAt', 'is', null)
        .executeTakeFirstOrThrow();
      return () => liftHold(testApp.db, actor, changeId, testApp.mailer);
    },
    async deleteUser() {
      const [actor, { id }] = [await anAdministrator(testApp), await anAdministrator(testApp)];
      return () => deleteUser(testApp.db, actor, id, testApp.mailer);
    },
  };
}

// Those without a transaction of their own.
const withoutTransaction = [
  'assertBindable',
  'startConsentWorker',
  'RefusedByUs',
  'firstTrackingToken',
  'startReminderWorker',
  'cardCostsPaid',
  'knownLines',
  'confirmFollow',
  'createCause',
  'deleteUnconfirmedFollowers',
  'eraseOldRecipients',
  'expireExpectedDonations',
  'readComment',
  'refuseDedications',
  'unlessAnonymous',
  'deleteExpiredDonorLinks',
  'deleteExpiredStatementLinks',
  'deleteOldExports',
  'exportFolder',
  'failExport',
  'findOpen',
  'removeLeftovers',
  'readTicket',
  'writeExport',
  'emailTaken',
  'firstAdministratorNotice',
  'sendRequest',
  // It reads nothing.
  'checkCover',
  // The two halves of `reconcile`.
  'compareWith',
  'listAtProvider',
];

describe('no command makes that mistake', () => {
  const commands = allCommands();

  test.each(Object.keys(commands))('%s', async (name) => {
    const run = await commands[name]?.();
    await run?.();
  });

  test('every exported command is in the list above', async () => {
    const load = (files: string): Promise<object[]> =>
      Promise.all(globSync(`src/server/${files}.ts`).map((path) => import(resolve(path))));
    // As plain objects: what all of them have in common would take the compiler half a minute to find.
    const modules: object[] = [
      anonymity,
      comments,
      ...(await load('giving/dedications/{commands,keep-dedication,send-dedications}')),
      expectedDonations,
      accessReview,
      account,
      ownPasskeys,
      secondFactor,
      addresses,
      appeals,
      ...(await load('spending/allocations/{allocate,release,replace}')),
      auth,
      bankAccounts,
      ...(await load('giving/bank-transfers/{commands,announce-transfer,enter-transfers}')),
      ...(await load('banking/statements/{import-statements,remove-statements}')),
      causes,
      checklists,
      consentJobs,
      consentPage,
      consents,
      contact,
      donorPage,
      ...(await load(
        'donors/donors/{commands,correct-donor,join-donors,take-back-change,stop-change,agree-to-change}',
      )),
      receipts,
      ...(await load(
        'giving/deposits/{commands,save-deposit,close-deposit,confirm-deposit,return-deposit-line}',
      )),
      ...(await load(
        'imports/{commands,upload-import,try-import-mapping,book-import,take-back-import}',
      )),
      importBooking,
      importChecking,
      importTakingBack,
      donationReceipts,
      statements,
      disputes,
      ...(await load(
        'giving/donations/{commands,start-donation,check-cover,book-donation,book-offline-donation,end-checkout}',
      )),
      firstAdministrator,
      ...(await load(
        'vetting/nominations/{submit-nomination,decide-nomination,undo-decision,set-goal}',
      )),
      notes,
      ...(await load('people/objections/commands')),
      ...(await load('provider/card-costs/{commands,record-balance,book-cover,running-costs}')),
      papers,
      payments,
      provider,
      publishing,
      questionJobs,
      ...(await load('vetting/questions/{commands,ask-questions,answer-question,start-checking}')),
      reconciliation,
      ...(await load('payments/refunds/{request-refund,ask-for-refund,record-refund,book-refund}')),
      reviews,
      ...(await load('exports/{commands,create-export,open-export,make-export,write-export}')),
      privacy,
      retention,
      settings,
      ...(await load('spending/expenses/{record-expense,undo-expense,release-leftovers}')),
      subscriptions,
      trackingLinks,
      trackingPage,
      updates,
      donorMailings,
      donorMailingJobs,
      updateJobs,
      ...(await load('people/users/commands')),
      ...(await load('volunteers/{commands,record-hours,send-thanks}')),
      inKind,
      boundDonations,
    ];
    // Whatever is passed a transaction opens none.
    const isCommand = (value: unknown) =>
      typeof value === 'function' && !/^(async )?function \w+\(\s*trx\b/.test(String(value));
    const exported = modules
      .flatMap((module) => Object.entries(module))
      .flatMap(([name, value]) => (isCommand(value) ? name : []))
      .sort();
    expect(Object.keys(commands).concat(withoutTransaction).sort()).toEqual(exported);
  });
});

/** A donation that a fund is expected to make, with an adviser to thank. */
async function anExpectedDonation() {
  const actor = await anAdministrator(testApp);
  const adviser = { adviserName: 'Ada', adviserEmail: aPerson().email };
  const input = { organization: 'A fund', ...adviser };
  const { id } = await expectedDonations.addExpectedDonation(testApp.db, actor, input);
  return { id, actor };
}

/** An export as the database has it. */
async function anExport(
  { id: requestedBy }: TeamMember,
  state: Pick<
    Insertable<Schema['exports']>,
    'state' | 'storageKey' | 'bytes' | 'sha256' | 'expiresAt'
  >,
): Promise<ExportId> {
  const { id } = await testApp.db
    .insertInto('exports')
    .values({
      id: newId<ExportId>(),
      requestedBy,
      list: 'causes',
      format: 'csv',
      filter: '{}',
      columns: ['ID'],
      rowCount: 1,
      ...state,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
