import { describe, expect, test } from 'vitest';
import type { Recent } from '#contract/endpoint.ts';
import {
  changePassword,
  confirmIdentity,
  renewRecoveryCodes,
  startSecondFactor,
  turnOffSecondFactor,
} from '#contract/people/account.ts';
import { createUser, listUsers } from '#contract/people/users.ts';
import { age, anAdministratorWithAnApp } from '#test/support/account.ts';
import { useTestApp } from '#test/support/app.ts';
import { codeOf } from '#test/support/authenticator.ts';
import { allEndpoints } from '#test/support/endpoints.ts';
import { anAdministrator, aPerson, signIn, testPassword } from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';

const testApp = useTestApp();
const refused = { status: 403, error: { code: 'confirm_identity' } };

function aForm() {
  const { firstName, lastName, email } = aPerson();
  return { firstName, lastName, email };
}

/** The cookie of an administrator who signed in this many minutes ago and has been busy since. */
async function signedIn(minutesAgo: number): Promise<string> {
  const cookie = await signIn(testApp);
  await age(testApp, cookie, 'confirmedAt', minutesAgo);
  return cookie;
}
const confirm = (cookie: string, passwordOrCode: string) =>
  testApp.call(confirmIdentity, { cookie, body: { passwordOrCode } });
const addUser = (cookie: string) => testApp.call(createUser, { cookie, body: aForm() });

describe('adding an administrator', () => {
  test('works within ten minutes of signing in, and not later', async () => {
    expect((await addUser(await signedIn(9.5))).status).toBe(201);
    const cookie = await signedIn(10.01);
    expect(await addUser(cookie)).toMatchObject(refused);
    // Everything else that an administrator does continues to work.
    expect((await testApp.call(listUsers, { cookie })).status).toBe(200);
  });

  test('works again for ten minutes once the password was entered', async () => {
    const cookie = await signedIn(30);
    expect(await confirm(cookie, 'Wrong-password-1')).toMatchObject({
      status: 401,
      error: {
        code: 'wrong_credentials',
        fields: { passwordOrCode: 'This password is not correct.' },
      },
    });
    expect(await addUser(cookie)).toMatchObject(refused);
    expect((await confirm(cookie, testPassword)).status).toBe(204);
    expect((await addUser(cookie)).status).toBe(201);
    await age(testApp, cookie, 'confirmedAt', 11);
    expect(await addUser(cookie)).toMatchObject(refused);
  });

  test('works for the browser that confirmed, and for no other', async () => {
    const user = await anAdministrator(testApp);
    const [here, elsewhere] = [await signIn(testApp, user), await signIn(testApp, user)];
    for (const cookie of [here, elsewhere]) await age(testApp, cookie, 'confirmedAt', 11);
    await confirm(here, testPassword);
    expect((await addUser(here)).status).toBe(201);
    expect(await addUser(elsewhere)).toMatchObject(refused);
  });
});

describe('two-factor sign-in', () => {
  test.each([
    ['turning it off', turnOffSecondFactor],
    ['new recovery codes', renewRecoveryCodes],
    ['a new secret', startSecondFactor],
  ])('%s requires a recent confirmation', async (_, endpoint) => {
    const { cookie } = await anAdministratorWithAnApp(testApp);
    await age(testApp, cookie, 'confirmedAt', 11);
    expect(await testApp.call(endpoint, { cookie })).toMatchObject(refused);
  });

  test('the password alone proves nothing, however often it is entered', async () => {
    const { cookie } = await anAdministratorWithAnApp(testApp);
    await age(testApp, cookie, 'confirmedAt', 11);
    expect(await confirm(cookie, testPassword)).toMatchObject({
      status: 401,
      error: { code: 'wrong_code', fields: { passwordOrCode: expect.any(String) } },
    });
    for (const endpoint of [turnOffSecondFactor, renewRecoveryCodes]) {
      expect(await testApp.call(endpoint, { cookie })).toMatchObject(refused);
    }
    expect(await addUser(cookie)).toMatchObject(refused);
  });

  test('a new password needs the current one and a recent code', async () => {
    const { user, cookie, secret } = await anAdministratorWithAnApp(testApp);
    await age(testApp, cookie, 'confirmedAt', 11);
    const change = (currentPassword: string) =>
      testApp.call(changePassword, { cookie, body: { currentPassword, password: 'New-horse-88' } });
    expect(await change(testPassword)).toMatchObject(refused);
    await confirm(cookie, codeOf(secret));
    expect((await change('Wrong-password-1')).status).toBe(401);
    expect((await change(testPassword)).status).toBe(200);
    await testApp.inbox.waitFor(user.email, 'Your password was changed');
  });

  test('without two factors, the current password in the form is the proof', async () => {
    const body = { currentPassword: testPassword, password: 'New-horse-88' };
    const cookie = await signedIn(11);
    expect((await testApp.call(changePassword, { cookie, body })).status).toBe(200);
  });

  test('a recovery code is enough, once, and the owner is told', async () => {
    const { user, cookie, recoveryCodes } = await anAdministratorWithAnApp(testApp);
    await age(testApp, cookie, 'confirmedAt', 11);
    const code = recoveryCodes[0] ?? '';
    expect((await confirm(cookie, code)).status).toBe(204);
    expect((await confirm(cookie, code)).status).toBe(401);
    expect((await addUser(cookie)).status).toBe(201);
    await testApp.inbox.waitFor(user.email, 'A recovery code was used');
  });

  test('a code of the app is enough, once', async () => {
    const { cookie, secret } = await anAdministratorWithAnApp(testApp);
    await age(testApp, cookie, 'confirmedAt', 11);
    const code = codeOf(secret);
    expect((await confirm(cookie, code)).status).toBe(204);
    expect(await confirm(cookie, code)).toMatchObject({ status: 401 });
    expect((await testApp.call(turnOffSecondFactor, { cookie })).status).toBe(204);
  });

  test('without it, six digits prove nothing', async () => {
    const cookie = await signedIn(11);
    expect((await confirm(cookie, '123456')).status).toBe(401);
    expect(await addUser(cookie)).toMatchObject(refused);
  });
});

test('guessing in the confirmation is slowed down like guessing in the login', async () => {
  const cookie = await signedIn(11);
  const statuses: number[] = [];
  for (let count = 0; count < 11; count++) {
    statuses.push((await confirm(cookie, 'Wrong-password-1')).status);
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
});

/** Every call with which an administrator changes something, and the proof that it needs. */
const proofs: Record<string, Recent> = {
  // Money that leaves, or that moves within the ledger.
  createRefund: true,
  // Makes many donations at once, or takes one back.
  confirmDeposit: true,
  topUpCardCosts: true,
  bookImport: true,
  takeBackImport: true,
  returnDepositLine: true,
  issueReceipts: true,
  voidReceipt: true,
  replaceReceipt: true,
  copyReceipt: false,
  recordInKindDonation: false,
  voidInKindDonation: true,
  publishInKindDonation: false,
  issueInKindReceipt: true,
  setDonationAnonymity: false,
  decideComment: false,
  addExpectedDonation: false,
  setExpectedDonationState: false,
  describeExpectedDonation: false,
  linkExpectedDonation: false,
  setDonationGoods: true,
  setPostalAddress: false,
  mailStatements: true,
  stopStatementMailing: false,
  getSampleReceipt: false,
  createAllocation: 'above-sum',
  createAllocations: 'above-sum',
  releaseAllocation: 'above-sum',
  releaseAllocations: 'above-sum',
  replaceAllocation: 'above-sum',
  recordExpense: 'above-sum',
  undoExpense: 'above-sum',
  releaseLeftovers: 'above-sum',
  // Power: who is an administrator, and how they sign in.
  createUser: true,
  updateUser: true,
  cancelAddressChange: true,
  deleteUser: true,
  changePassword: 'with-second-factor',
  startSecondFactor: true,
  turnOnSecondFactor: true,
  turnOffSecondFactor: true,
  renewRecoveryCodes: true,
  startPasskey: true,
  addPasskey: true,
  removePasskey: true,
  connectProvider: true,
  disconnectProvider: true,
  // It is in the trail for everybody to rely on.
  confirmAccessReview: true,
  // Approving is doing.
  approve: true,
  // What a second person has to approve, and how everybody signs in.
  saveSettings: true,
  restoreSettings: true,
  // A file with the contact data of thousands.
  openExport: true,
  // Everything about a person, handed out or gone for good.
  openArchive: true,
  erasePerson: true,
  findPerson: false,
  // Mail to many, a donor's private page, and what cannot be brought back.
  publishUpdate: true,
  resumeMail: true,
  sendDonationLink: true,
  sendReceipt: true,
  sendReceipts: true,
  // Reaches many people at once.
  mailDonors: true,
  // Where the private links to somebody's donations go.
  correctDonor: true,
  // To addresses that somebody of the team has typed.
  correctVolunteer: true,
  sendThanks: true,
  joinDonors: true,
  takeBackDonorChange: true,
  deleteFile: true,
  removeTestDonation: true,
  // What the bank says is compared with the books.
  addBankAccount: true,
  changeBankAccount: true,
  removeStatements: true,
  lockMonth: true,
  unlockMonth: true,
  // Each match can be undone, and moves nothing.
  matchLine: false,
  matchLines: false,
  unmatchLine: false,
  // What a donor gives again and again.
  adoptPlans: true,
  markGiftAidClaimed: true,
  recordGiftAidDeclaration: false,
  withdrawGiftAidDeclaration: false,
  undoGiftAidClaim: true,
  lowerPlan: true,
  pausePlan: true,
  resumePlan: true,
  stopPlan: true,
  movePlans: true,
  cancelPlanMove: true,
  // Which copy of the site may delete files.
  confirmLiveSite: true,
  checkInstallation: false,
  // What a nomination takes before it is accepted, and who may decide.
  saveChecklist: true,
  liftConflict: true,
  liftHold: true,
  // The proof itself.
  confirmIdentity: false,
  confirmWithProvider: false,
  startPasskeyConfirmation: false,
  confirmWithPasskey: false,
  // These protect, so nothing may slow them down.
  endOneSession: false,
  signOutEverywhere: false,
  unpublishNomination: false,
  unpublishFile: false,
  withdrawConsent: false,
  // Daily work: it reaches one person at most, or can be undone.
  addDonorNote: false,
  changeDonorNote: false,
  removeDonorNote: false,
  addVolunteer: false,
  changeVolunteer: false,
  recordHours: false,
  confirmHours: false,
  undoHours: false,
  previewThanks: false,
  renamePasskey: false,
  createCause: false,
  deleteCause: false,
  undoDecision: false,
  updateNomination: false,
  setGoal: false,
  beginChecklist: false,
  changePoint: false,
  createTeamPaper: false,
  uploadTeamPaperContent: false,
  giveReview: false,
  declareConflict: false,
  addNominationNote: false,
  changeNominationNote: false,
  removeNominationNote: false,
  askQuestions: false,
  askMany: false,
  readAnswers: false,
  closeQuestion: false,
  startChecking: false,
  startCheckingMany: false,
  tryDonorMail: false,
  // Nobody should have to prove anything to stop something.
  stopDonorMailing: false,
  previewLetter: false,
  upholdRejection: false,
  askForConsent: false,
  recordConsent: false,
  withdrawForNominee: false,
  settleCorrection: false,
  sendTrackingLink: false,
  savePublicPage: false,
  previewPublicPage: false,
  publishNomination: false,
  createUpdate: false,
  saveUpdate: false,
  deleteUpdate: false,
  createFile: false,
  uploadFileContent: false,
  updateFile: false,
  redactFile: false,
  publishFile: false,
  settleAlert: false,
  decline: false,
  withdraw: false,
  resendMail: false,
  sendWaitingMail: false,
  discardMail: false,
  createExport: false,
  addDeposit: false,
  enterTransfers: false,
  uploadImport: false,
  tryImportMapping: false,
  checkImport: false,
  chooseImportCauses: false,
  deleteImport: false,
  saveDeposit: false,
  deleteDeposit: false,
  closeDeposit: false,
  sendDepositBack: false,
  tryCsvMapping: false,
  importStatements: false,
};

describe('every call with which an administrator changes something', () => {
  const changing = Object.entries(allEndpoints).filter(
    ([, { access, method }]) => access !== 'public' && method !== 'GET',
  );

  test('needs the proof that was decided for it here; a new one has to be added', () => {
    expect(Object.fromEntries(changing.map(([name, { recent }]) => [name, recent]))).toEqual(
      proofs,
    );
  });

  test('is refused without a proof if it always needs one, whatever is sent', async () => {
    const cookie = await signedIn(11);
    const strict = changing.filter(([, { recent }]) => recent === true);
    const answers: string[] = [];
    for (const [, { method, path }] of strict) {
      const url = path.replace(':id', 'any');
      const response = await testApp.request({ method, url, headers: { cookie } });
      answers.push(`${method} ${path} ${response.statusCode} ${response.json().code}`);
    }
    const others = answers.filter((answer) => !answer.endsWith(' 403 confirm_identity'));
    recordFigures('A21', {
      'calls that ask for it': strict.length,
      'refused without': answers.length - others.length,
    });
    expect(others).toEqual([]);
  });
});
