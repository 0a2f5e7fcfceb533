import type { Endpoint } from '#contract/endpoint.ts';
import type { CauseId, DonationId, NominationId } from '#contract/ids.ts';
import type { Settings } from '#contract/operations/settings.ts';
import { addMonths } from '#core/plans/plans.ts';
import { isoDayOf } from '#core/platform/dates.ts';
import { addBankAccount } from '#server/banking/bank-accounts/commands.ts';
import { addDeposit } from '#server/giving/deposits/commands.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { anUploadedImport, importMappingOfTests } from '#test/support/an-import.ts';
import type { TestApp } from '#test/support/app.ts';
import { csvMappingOfTests, csvSampleOfTests } from '#test/support/bank-csv.ts';
import { aLine } from '#test/support/deposits.ts';
import { shapeOf } from '#test/support/endpoints.ts';
import {
  aNomination,
  anAdministrator,
  anAllocation,
  aPair,
  aPerson,
  signIn,
  testPassword,
} from '#test/support/factories.ts';
import { anInKindDonation } from '#test/support/in-kind.ts';
import { aStoredReceipt } from '#test/support/receipts.ts';
import { changeSettings } from '#test/support/settings.ts';
import { aTestPlan } from '#test/support/test-plans.ts';
import { aQuestion } from '#test/support/tracking.ts';
import { aDraft } from '#test/support/updates.ts';
import { aStartedUpload } from '#test/support/upload.ts';
import { aBegunChecklist } from '#test/support/vetting.ts';
import { aVolunteer } from '#test/support/volunteers.ts';

/** What every endpoint accepts, by a caller who may call it. */
export interface RightInput {
  cookie: string;
  /** Something of each kind, by the part of the path or the field that names it. */
  ids: Record<string, string>;
  /** A body, with a name and an address that nobody has yet. */
  body(endpoint: Endpoint): Record<string, unknown>;
  path(endpoint: Endpoint): string;
}

/** Prepares something of each kind, and somebody who has just proven who they are. */
export async function aRightInput(testApp: TestApp): Promise<RightInput> {
  const ids = await somethingOfEachKind(testApp);
  const points = await aBegunChecklist(testApp, ids.nominations as NominationId);
  const cookie = await signIn(testApp);
  const days = {
    today: isoDayOf(new Date(), testApp.settings.current().timeZone),
    inAMonth: addMonths(isoDayOf(new Date(), 'UTC'), 1),
  };
  return {
    cookie,
    ids,
    body: (endpoint) => rightBody(endpoint, rightValues(testApp.settings.current(), ids, days)),
    path: ({ path }) =>
      path
        .replace(':id', ids[path.split('/')[2] ?? ''] ?? '')
        .replace(':kind', 'person')
        .replace(':pointId', points[0]?.id ?? ''),
  };
}

async function somethingOfEachKind(testApp: TestApp): Promise<Record<string, string>> {
  const { causeId, donationId, nominationId } = await aPair(testApp);
  const nominations = await aNomination(testApp);
  const actor = await anAdministrator(testApp);
  const counted = { title: 'Box', expectedCount: 1, expectedAmount: 100 };
  const deposit = await addDeposit(testApp.db, actor, counted, null, testApp);
  const account = { name: newId(), number: '' };
  return {
    causeId,
    donationId,
    nominationId,
    causes: causeId,
    donations: donationId,
    comments: donationId,
    nominations,
    updates: (await aDraft(testApp, nominations)).id,
    allocations: await anAllocation(testApp, { amount: 100, donationId, nominationId }),
    donors: await donorOf(testApp, donationId),
    'donation-receipts': await aStoredReceipt(testApp, donationId),
    users: (await anAdministrator(testApp)).id,
    files: await aStartedUpload(testApp, nominationId),
    questions: await aQuestion(testApp),
    volunteers: await aVolunteer(testApp),
    'bank-accounts': (await addBankAccount(testApp.db, actor, account, null)).id,
    deposits: deposit.id,
    imports: (await anUploadedImport(testApp, actor)).id,
    plans: await aTestPlan(testApp),
    'in-kind-donations': await anInKindDonation(testApp),
    settings: await someSettings(testApp),
    exports: newId(),
    'bank-lines': newId(),
    'expected-donations': newId(),
    'month-locks': newId(),
  };
}

async function donorOf({ db }: TestApp, donationId: DonationId): Promise<string> {
  const { donorId } = await db
    .selectFrom('donations')
    .select('donorId')
    .where('id', '=', donationId)
    .executeTakeFirstOrThrow();
  return donorId;
}

async function someSettings(testApp: TestApp): Promise<string> {
  await changeSettings(testApp, { howWeWork: 'With care.' });
  const { id } = await testApp.db
    .selectFrom('settingsVersions')
    .select('id')
    .executeTakeFirstOrThrow();
  return id;
}

function rightBody({ body, tag }: Endpoint, values: Record<string, unknown>) {
  const shape = shapeOf(body);
  const fields = Object.keys(shape);
  const valueFor = (field: string) => {
    if (field in values) return values[field];
    if (shape[field]?.safeParse(someText).success) return someText;
    throw new Error(`test/support/right-input.ts: no valid value for the field "${field}"`);
  };
  return {
    ...Object.fromEntries(fields.map((field) => [field, valueFor(field)])),
    // An update and a file have different kinds.
    ...(tag === 'Updates' && fields.includes('kind') && { kind: 'progress' }),
    // So have a nominee and a file, and a checklist and the settings different versions.
    ...(tag === 'Checklists' && fields.includes('kind') && { kind: 'organization' }),
    ...(tag === 'Checklists' && fields.includes('version') && { version: 0 }),
  };
}

/** The parts that signatures of passkeys and new passkeys share. */
const aCredential = { id: 'AA', rawId: 'AA', type: 'public-key', clientExtensionResults: {} };

const someText = 'Some words';

/** For each field of the contract that does not take any text, a value that every call with this field accepts. */
function rightValues(
  settings: Settings,
  ids: Record<string, string>,
  { today, inAMonth }: { today: string; inAMonth: string },
): Record<string, unknown> {
  return {
    ...aPerson(),
    ...ids,
    amount: 100,
    bytes: 5_000,
    consentUntil: '2030-12-31',
    decisionId: newId(),
    answerId: newId(),
    isAccepted: true,
    isAvailableToVolunteerTime: false,
    fileIds: [],
    goalAmount: 50_000,
    isBeyondGoalMeant: true,
    wantsUpdates: true,
    isCompleted: undefined,
    nothingToBlackOut: undefined,
    stillOf: undefined,
    neededAmount: 45_000,
    urgency: 'weeks',
    nomineeKnows: 'yes',
    questions: ['Since when?'],
    dueOn: '2030-12-31',
    questionId: newId(),
    papers: [],
    points: [{ text: 'We saw a bill', isRequired: true }],
    revision: 0,
    mentions: [],
    keepWords: [],
    hasNoConflict: true,
    recommendation: 'for',
    originalName: 'IMG_0001.HEIC',
    day: '2026-01-02',
    minutes: 60,
    isConfirmed: true,
    isAgain: false,
    mailedBefore: 'skip',
    from: '2026-01-01',
    to: today,
    donorAddress: '',
    goods: null,
    ground: 'donor_agreed',
    state: 'done',
    assignedToId: null,
    isRejected: false,
    isClosed: false,
    step: 'legalTexts',
    isDone: true,
    kind: 'photo',
    name: `Cause ${newId()}`,
    nominee: 'Maria',
    password: testPassword,
    currentPassword: testPassword,
    passwordOrCode: testPassword,
    code: '123456',
    decisionReason: undefined,
    action: 'reject',
    seenStatus: 'pending',
    channel: 'text',
    askedAs: 'self',
    answer: 'given',
    showsName: true,
    showsStory: true,
    showsPhotos: true,
    endsOn: '2030-12-31',
    limits: { showsName: true, showsStory: false, showsPhotos: true },
    relation: 'self',
    relationText: '',
    paperId: newId(),
    seen: 0,
    paidOn: '2026-01-02',
    receiptKind: 'vendor_receipt',
    coverFileId: null,
    receiptIds: [ids.files],
    redactions: [{ page: 1, x: 0, y: 0, width: 0.5, height: 0.5 }],
    token: 'x',
    ...settings,
    group: 'texts',
    website: '',
    roles: ['owner'],
    fingerprint: 'a'.repeat(64),
    lines: [{ amount: 100, donationId: ids.donationId }],
    ids: [ids.allocations],
    otherId: newId(),
    redirectTo: '/admin',
    passkey: {
      ...aCredential,
      response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
    },
    newPasskey: {
      ...aCredential,
      response: { clientDataJSON: 'e30', attestationObject: 'AA' },
    },
    who: 'grace@example.com',
    list: 'donations',
    format: 'csv',
    filter: '',
    expectedCount: 1,
    how: 'bounce',
    interval: 'monthly',
    planId: ids.plans,
    until: inAMonth,
    nextCharge: inAMonth,
    depositLines: [aLine(ids.causeId as CauseId)],
    cover: 0,
    direction: 'in',
    needId: undefined,
    isAnonymous: true,
    isForRunningCosts: false,
    paysCardCosts: false,
    stopsPlan: false,
    toCauseId: newId(),
    plansToId: newId(),
    past: newId(),
    side: 'before',
    receivedOn: '2026-01-15',
    value: 100,
    valueFrom: 'donor',
    publicText: '',
    dedicationKind: 'honor',
    tellsName: true,
    recipientEmail: 'ben@example.com',
    sendOn: '',
    publicComment: '',
    mayShowComment: true,
    isApproved: true,
    seenText: 'Hello',
    employer: 'Acme',
    adviserEmail: '',
    expectedAmount: 100,
    saidState: 'confirmed',
    month: '2026-01',
    parts: [{ kind: 'fee', cents: -100 }],
    lineIds: [newId()],
    matchedLines: [{ id: newId(), parts: [{ kind: 'expense', id: newId(), cents: -100 }] }],
    number: '',
    sample: csvSampleOfTests,
    mapping: csvMappingOfTests,
    postcode: 'S19 2BD',
    made: 'paper',
    declaredOn: '2026-01-02',
    withdrawnOn: '2026-01-02',
    claimedOn: '2026-01-02',
    reference: 'C-1',
    expectedLines: 1,
    expectedTotal: 100,
    declarationId: newId(),
    wantsGiftAid: false,
    giftAidTitle: '',
    giftAidHouse: '',
    giftAidPostcode: '',
    adoptions: [{ subscriptionId: 'sub_1', causeId: newId() }],
    importMapping: importMappingOfTests,
    importedCauses: [{ value: '', causeId: null }],
  };
}
