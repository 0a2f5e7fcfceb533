import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { errorBody, errorStatus } from '#contract/errors.ts';
import type { CauseId, DonationId } from '#contract/ids.ts';
import type { NominationPoint } from '#contract/vetting/checklists.ts';
import { isoDayOf } from '#core/dates.ts';
import { addMonths } from '#core/plans.ts';
import { addBankAccount } from '#server/banking/bank-accounts/commands.ts';
import { addDeposit } from '#server/giving/deposits/commands.ts';
import { newId } from '#server/platform/db/new-id.ts';
import { useTestApp } from '#test/support/app.ts';
import { neverRight, sometimesRight } from '#test/support/bad-values.ts';
import { csvMappingOfTests, csvSampleOfTests } from '#test/support/bank-commands.ts';
import { aLine } from '#test/support/deposits.ts';
import { allEndpoints, fieldsOf, signature } from '#test/support/endpoints.ts';
import {
  aNomination,
  anAdministrator,
  anAllocation,
  aPair,
  aPerson,
  signIn,
  testPassword,
} from '#test/support/factories.ts';
import { recordFigures } from '#test/support/figures.ts';
import { anUploadedImport, importMappingOfTests } from '#test/support/import-commands.ts';
import { anInKindDonation } from '#test/support/in-kind.ts';
import { aStoredReceipt } from '#test/support/receipts.ts';
import { changeSettings } from '#test/support/settings.ts';
import { aTestPlan } from '#test/support/test-plans.ts';
import { isRelease } from '#test/support/tier.ts';
import { aQuestion } from '#test/support/tracking.ts';
import { aDraft } from '#test/support/updates.ts';
import { aStartedUpload } from '#test/support/upload.ts';
import { aBegunChecklist } from '#test/support/vetting.ts';
import { aVolunteer } from '#test/support/volunteers.ts';

/*
 * Whatever is sent to whichever field: the response is a refusal that a person can read, nothing has changed, and
 * the server still works. The cases are generated from the contract, so that new fields are covered
 * automatically.
 */

const testApp = useTestApp();
const endpoints = Object.values(allEndpoints).map((one) => [signature(one), one] as const);
/** With a number each, by which they {@link share} what is sent. */
const numbered = (wanted: (endpoint: Endpoint) => unknown) =>
  endpoints
    .filter(([, endpoint]) => wanted(endpoint))
    .map(([name, endpoint], index) => [name, endpoint, index] as const);
const withBody = numbered(({ body }) => body);
const withParams = numbered(({ params }) => params);
const withQuery = numbered(({ query }) => query);

const manyLines =
  'description message reason caption alternativeText consentBy consentScope story purpose text phone zip howWeWork what notes proof letter note postalAddress donorAddress publicText dedicationMessage publicComment seenText'.split(
    ' ',
  );

let cookie: string;
let ids: Record<string, string>;
let points: NominationPoint[];

beforeAll(async () => {
  const { causeId, donationId, nominationId } = await aPair(testApp);
  const nominations = await aNomination(testApp);
  ids = {
    causeId,
    donationId,
    nominationId,
    causes: causeId,
    donations: donationId,
    comments: donationId,
    nominations,
    updates: (await aDraft(testApp, nominations)).id,
    allocations: await anAllocation(testApp, { amount: 100, donationId, nominationId }),
    donors: await donorOf(donationId),
    'donation-receipts': await aStoredReceipt(testApp, donationId),
    users: (await anAdministrator(testApp)).id,
    files: await aStartedUpload(testApp, nominationId),
    questions: await aQuestion(testApp),
    volunteers: await aVolunteer(testApp),
    'bank-accounts': await aBankAccount(),
    deposits: await aDeposit(),
    imports: await anImport(),
    plans: await aTestPlan(testApp),
    'in-kind-donations': await anInKindDonation(testApp),
  };
  points = await aBegunChecklist(testApp, nominations);
  await changeSettings(testApp, { howWeWork: 'With care.' });
  const { id } = await testApp.db
    .selectFrom('settingsVersions')
    .select('id')
    .executeTakeFirstOrThrow();
  ids.settings = id;
  ids.exports = newId();
  ids['bank-lines'] = newId();
  ids['expected-donations'] = newId();
  ids['month-locks'] = newId();
  cookie = await signIn(testApp);
});

async function aDeposit(): Promise<string> {
  const actor = await anAdministrator(testApp);
  const counted = { title: 'Box', expectedCount: 1, expectedAmount: 100 };
  return (await addDeposit(testApp.db, actor, counted, null, testApp.settings)).id;
}

async function anImport(): Promise<string> {
  const actor = await anAdministrator(testApp);
  return (await anUploadedImport(testApp, actor)).id;
}

async function aBankAccount(): Promise<string> {
  const actor = await anAdministrator(testApp);
  const { id } = await addBankAccount(testApp.db, actor, { name: newId(), number: '' }, null);
  return id;
}

async function donorOf(donationId: DonationId): Promise<string> {
  const { donorId } = await testApp.db
    .selectFrom('donations')
    .select('donorId')
    .where('id', '=', donationId)
    .executeTakeFirstOrThrow();
  return donorId;
}

/** The parts that signatures of passkeys and new passkeys share. */
const aCredential = { id: 'AA', rawId: 'AA', type: 'public-key', clientExtensionResults: {} };

/** For each field of the contract, a value that every call with this field accepts. */
function rightValue(field: string): unknown {
  const values: Record<string, unknown> = {
    ...aPerson(),
    ...ids,
    alternativeText: 'A furnace',
    amount: 100,
    bytes: 5_000,
    caption: 'The furnace',
    consentBy: 'Maria',
    consentScope: 'The website',
    consentUntil: '2030-12-31',
    decisionId: newId(),
    ...{ answerId: newId(), subject: 'News' },
    description: 'Heating',
    isAccepted: true,
    isAvailableToVolunteerTime: false,
    title: 'News',
    text: 'Warm',
    fileIds: [],
    goalAmount: 50_000,
    isBeyondGoalMeant: true,
    wantsUpdates: true,
    isCompleted: undefined,
    nothingToBlackOut: undefined,
    stillOf: undefined,
    ...{ neededAmount: 45_000, urgency: 'weeks', nomineeKnows: 'yes' },
    ...{ questions: ['Since when?'], dueOn: '2030-12-31', questionId: newId(), papers: [] },
    ...{ points: [{ text: 'We saw a bill', isRequired: true }], revision: 0, paperId: null },
    ...{ state: 'in_progress', proof: 'A bill', mentions: [] },
    ...{ hasNoConflict: true, recommendation: 'for' },
    originalName: 'IMG_0001.HEIC',
    ...{ day: '2026-01-02', minutes: 60, what: 'Drove', isConfirmed: true, isAgain: false },
    ...{
      mailedBefore: 'skip',
      from: '2026-01-01',
      to: isoDayOf(new Date(), testApp.settings.current().timeZone),
      postalAddress: '1 Main Street',
    },
    ...{ donorName: 'Grace Hopper', donorAddress: '', goods: null },
    ...{ notes: 'On Saturdays', state: 'done', assignedToId: null },
    isRejected: false,
    isClosed: false,
    kind: 'photo',
    message: 'Hello',
    name: `Cause ${newId()}`,
    nominee: 'Maria',
    ...{
      password: testPassword,
      currentPassword: testPassword,
      passwordOrCode: testPassword,
      code: '123456',
    },
    ...{ decisionReason: undefined, note: 'A note', letter: 'Dear Ada', action: 'reject' },
    ...{ seenStatus: 'pending', channel: 'text', askedAs: 'self', answer: 'given' },
    ...{ showsName: true, showsStory: true, showsPhotos: true, endsOn: '2030-12-31' },
    ...{ givenBy: 'Maria', relation: 'self', relationText: '', paperId: newId(), seen: 0 },
    reason: 'A mistake',
    ...{
      payee: 'A shop',
      paidOn: '2026-01-02',
      purpose: 'A furnace',
      receiptKind: 'vendor_receipt',
    },
    publicName: 'A family',
    summary: 'Heating',
    story: 'Cold',
    coverFileId: null,
    receiptIds: [ids.files],
    redactions: [{ page: 1, x: 0, y: 0, width: 0.5, height: 0.5 }],
    token: 'x',
    ...testApp.settings.current(),
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
    ...{ expectedCount: 1, expectedAmount: 100, how: 'bounce' },
    interval: 'monthly',
    planId: ids.plans,
    until: addMonths(isoDayOf(new Date(), 'UTC'), 1),
    nextCharge: addMonths(isoDayOf(new Date(), 'UTC'), 1),
    depositLines: [aLine(ids.causeId as CauseId)],
    ...{ cover: 0, direction: 'in', needId: undefined, isAnonymous: true },
    ...{ isForRunningCosts: false, paysCardCosts: false },
    ...{ stopsPlan: false, toCauseId: newId() },
    ...{ receivedOn: '2026-01-15', value: 100, valueFrom: 'donor', publicText: '' },
    ...{ dedicationKind: 'honor', honoree: 'Ada', recipientName: 'Ben', tellsName: true },
    ...{ recipientEmail: 'ben@example.com', dedicationMessage: 'Hello', sendOn: '' },
    ...{ publicComment: '', mayShowComment: true, isApproved: true, seenText: 'Hello' },
    ...{ employer: 'Acme', organization: 'A fund', adviserName: 'Ada', adviserEmail: '' },
    ...{ expectedAmount: 100, saidState: 'confirmed' },
    month: '2026-01',
    parts: [{ kind: 'fee', cents: -100 }],
    lineIds: [newId()],
    matchedLines: [{ id: newId(), parts: [{ kind: 'expense', id: newId(), cents: -100 }] }],
    ...{ number: '', sample: csvSampleOfTests, mapping: csvMappingOfTests },
    ...{ house: '12', postcode: 'S19 2BD', address: 'High Street', made: 'paper' },
    ...{ declaredOn: '2026-01-02', withdrawnOn: '2026-01-02', claimedOn: '2026-01-02' },
    ...{ reference: 'C-1', expectedLines: 1, expectedTotal: 100, declarationId: newId() },
    ...{ wantsGiftAid: false, giftAidTitle: '', giftAidHouse: '', giftAidPostcode: '' },
    ...{ adoptions: [{ subscriptionId: 'sub_1', causeId: newId() }] },
    ...{ importMapping: importMappingOfTests, importedCauses: [{ value: '', causeId: null }] },
  };
  if (!(field in values)) throw new Error(`Add a valid value for the new field "${field}" here`);
  return values[field];
}

const rightBody = ({ body, tag }: Endpoint) => ({
  ...Object.fromEntries(fieldsOf(body).map((field) => [field, rightValue(field)])),
  // An update and a file have different kinds.
  ...(tag === 'Updates' && fieldsOf(body).includes('kind') && { kind: 'progress' }),
  // So have a nominee and a file, and a checklist and the settings different versions.
  ...(tag === 'Checklists' && fieldsOf(body).includes('kind') && { kind: 'organization' }),
  ...(tag === 'Checklists' && fieldsOf(body).includes('version') && { version: 0 }),
});
const rightPath = ({ path }: Endpoint) =>
  path
    .replace(':id', ids[path.split('/')[2] ?? ''] ?? '')
    .replace(':kind', 'person')
    .replace(':pointId', points[0]?.id ?? '');

// The file takes longer than a confirmation lasts.
beforeEach(() => sql`update sessions set confirmed_at = now()`.execute(testApp.db));

let nextCaller = 0;
/** Every call comes from a different address, so that no limit interferes with the test. */
function send(options: InjectOptions) {
  const number = nextCaller++;
  return testApp.request({
    remoteAddress: `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
    ...options,
    headers: { cookie, ...options.headers },
  });
}

function sendBody(endpoint: Endpoint, payload: string, contentType = 'application/json') {
  const headers = contentType ? { 'content-type': contentType } : {};
  return send({ method: endpoint.method as 'POST', url: rightPath(endpoint), headers, payload });
}

/** A query on top of what is right; what takes one beside a file gets a small file. */
function sendQuery(endpoint: Endpoint, query: string) {
  const url = `${rightPath(endpoint)}?${query}`;
  if (endpoint.method === 'GET') return send({ url });
  const headers = { 'content-type': 'application/octet-stream' };
  return send({ method: endpoint.method as 'POST', url, headers, payload: 'Nr\n1\n' });
}

type Response = Awaited<ReturnType<typeof send>>;
// 428: whoever fills in the honeypot meets a challenge.
const allowed = [400, 401, 404, 409, 413, 415, 422, 428];

function expectRefusal(response: Response, what: string): void {
  expect(allowed, `${what} → ${response.body}`).toContain(response.statusCode);
  const { code, message, fields = {} } = errorBody.parse(response.json());
  expect(errorStatus[code]).toBe(response.statusCode);
  expect(message, what).toMatch(/^[A-Z"].*[.!?]$/s);
  for (const sentence of [message, ...Object.values(fields)]) {
    expect(sentence).not.toMatch(/undefined|\[object|Error:|select |insert |node_modules/);
  }
}

/**
 * The stored content as one text for each table; for jobs, how many were ever added. Refused calls and wrong
 * passwords are counted, a mail of the preparation may leave meanwhile, and that of a decision after ten minutes, and the
 * time when a session was last seen is recorded; nothing else may change.
 */
async function everything(): Promise<unknown> {
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename not in ('call_counts', 'guess_counters', 'donor_mails') order by 1`.execute(
    testApp.db,
  );
  const parts = tables.rows.map(
    ({ name }) =>
      sql`select ${name} as name, count(*) as rows, md5(string_agg((to_jsonb(t) - 'last_seen_at' - 'mail_left_at')::text, '|' order by t::text)) as content from ${sql.table(name)} as t`,
  );
  parts.push(
    sql`select 'jobs', count(*), null from pgboss.job where name in ('mail', 'password-reset')`,
  );
  return (await sql`${sql.join(parts, sql` union all `)}`.execute(testApp.db)).rows;
}

/** Sends each of these values; those that are refused must have changed nothing. */
async function tryAll(
  values: readonly unknown[],
  request: (value: unknown) => Promise<Response>,
  mayBeRight: (value: unknown) => boolean = () => false,
): Promise<{ tried: number; taken: number; '5xx': number }> {
  let before = await everything();
  const figures = { tried: values.length, taken: 0, '5xx': 0 };
  for (const value of values) {
    const response = await request(value);
    // So that no limit on wrong passwords interferes with the test.
    if (response.statusCode === 401) await testApp.db.deleteFrom('guessCounters').execute();
    figures.taken += Number(response.statusCode < 300);
    figures['5xx'] += Number(response.statusCode >= 500);
    // Otherwise, nobody without a second factor could go on.
    if (testApp.settings.current().isSecondFactorRequired) {
      await changeSettings(testApp, { isSecondFactorRequired: false });
    }
    if (response.statusCode < 300 && mayBeRight(value)) before = await everything();
    else expectRefusal(response, JSON.stringify(value)?.slice(0, 80));
  }
  expect(await everything()).toEqual(before);
  return figures;
}

const bodyFields = withBody
  .flatMap(([name, endpoint]) =>
    fieldsOf(endpoint.body).map((field) => [name, field, endpoint] as const),
  )
  .map(([name, field, endpoint], index) => [name, field, endpoint, index] as const);

/** Before a release all values; else a fifth, and another fifth for the next field or call. */
function share<Value>(values: readonly Value[], index: number): Value[] {
  return values.filter((_, position) => isRelease || (position + index) % 5 === 0);
}

describe('a field of a body', () => {
  test.each(bodyFields)('%s: %s', async (_, field, endpoint, index) => {
    const put = (value: unknown) =>
      sendBody(endpoint, JSON.stringify({ ...rightBody(endpoint), [field]: value }));
    // No cover is a valid cover, no goal a valid goal, and no files or amounts are valid ones.
    const right = {
      coverFileId: 'null',
      goalAmount: 'null',
      goods: 'null',
      fileIds: '[]',
      papers: '[]',
      questions: '["x"]',
      nominationId: endpoint.tag === 'Volunteers' ? 'null' : undefined,
      points: '[]',
      mentions: '[]',
      depositLines: '[]',
      importedCauses: '[]',
      paperId: 'null',
      assignedToId: 'null',
      mapping: endpoint.path.endsWith('/try') ? 'null' : undefined,
      presetCents: '[]',
      cover: '0',
      revision: '0',
      // The first version of a checklist; the settings have a later one here.
      version: endpoint.tag === 'Checklists' ? '0' : undefined,
    }[field];
    const wrong = neverRight.filter((value) => JSON.stringify(value) !== right);
    const figures = await tryAll(share(wrong, index), put);
    if (field === 'amount') recordFigures('A35', figures);
    const others = [...sometimesRight, undefined, newId(), ...Object.values(ids)];
    await tryAll(share(others, index), put, (value) =>
      ['a\nb', 'a\u2028b'].includes(String(value))
        ? manyLines.includes(field)
        : !field.endsWith('Id') ||
          [ids[field], ids.nominations, undefined].includes(value as string) ||
          (field === 'assignedToId' && value === ids.users),
    );
  });

  let [slowest, long, taken] = [0, 0, 0];
  test.each(bodyFields)('%s: 100 kB of %s', async (_, field, endpoint) => {
    const body = JSON.stringify({ ...rightBody(endpoint), [field]: 'x'.repeat(100_000) });
    const before = process.cpuUsage();
    const response = await sendBody(endpoint, body);
    const { user, system } = process.cpuUsage(before);
    expectRefusal(response, '100 kB');
    expect(response.json().code).toBe('payload_too_large');
    slowest = Math.max(slowest, (user + system) / 1_000);
    long += 1;
    taken += Number(response.statusCode !== 413);
  });

  test('none of 100 kB is taken', () => {
    expect([long, taken]).toEqual([bodyFields.length, 0]);
    recordFigures('A34', {
      'fields with 100 kB': long,
      'taken, or 5xx': taken,
      'milliseconds of the processor at most': Math.ceil(slowest),
    });
  });
});

describe('a whole body', () => {
  test.each(withBody)('%s: JSON that is not such an object', async (_, endpoint, index) => {
    const bodies = ['{', '', ' ', 'null', '[]', '[{}]', '"x"', '1', 'true', '{}', 'undefined'];
    bodies.push('{"a":1}}', '\ufeff{}', '\u0000', `${'['.repeat(30_000)}${']'.repeat(30_000)}`);
    const right = JSON.stringify(rightBody(endpoint)).slice(1);
    bodies.push(`{"__proto__":{"isAdmin":true},${right}`);
    bodies.push(`{"constructor":{"prototype":{"isAdmin":true}},${right}`);
    const tried = share(bodies, index);
    recordFigures('A37', await tryAll(tried, (body) => sendBody(endpoint, String(body))));
  });

  test.each(withBody)('%s: valid, but not sent as JSON', async (_, endpoint, index) => {
    const json = JSON.stringify(rightBody(endpoint));
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'text/json',
      'application/xml',
    ];
    types.push('application/jsonx', 'multipart/form-data; boundary=x', 'json', ';', '*/*');
    types.push('text/plain; application/json', 'application/json, text/plain', 'text/plain\t');
    const before = await everything();
    for (const type of share(types, index)) {
      const response = await sendBody(endpoint, json, type);
      expectRefusal(response, type);
      expect([type, response.statusCode]).toEqual([type, 415]);
      recordFigures('A38', { 'other content types': 1, taken: Number(response.statusCode < 400) });
    }
    expect(await everything()).toEqual(before);
  });

  test.each(withBody)('%s: invalid, and sent with an odd content type', async (_, endpoint) => {
    const types = ['', ' application/json', 'application/json\t', '\tapplication/json'];
    types.push('application/json; charset=utf-16', 'application/json;', 'APPLICATION/JSON');
    const odd = await tryAll(types, (type) => sendBody(endpoint, '{"a":1}', String(type)));
    recordFigures('A38', { 'odd content types': odd.tried, taken: odd.taken });
  });
});

describe('an id in the path', () => {
  const wrong = 'x 1 -1 0 1e21 null undefined __proto__ constructor %20'.split(' ');
  wrong.push('%00', '%E0%A4%A', '%ED%A0%80', '..%2f..', "'or'1'='1", '[object%20Object]', '*');
  wrong.push(
    'x'.repeat(90),
    'x'.repeat(5_000),
    `${newId()}0`,
    newId().replaceAll('-', ''),
    newId(),
  );

  test.each(withParams)('%s', async (_, endpoint, index) => {
    const kind = endpoint.path.split('/')[2] ?? '';
    // The first donation of a plan has its ID.
    const ofThisKind = [ids[kind], ids.nominationId, ...(kind === 'donations' ? [ids.plans] : [])];
    const ofOtherKinds = Object.values(ids).filter((id) => !ofThisKind.includes(id));
    const request = (id: unknown) =>
      send({
        method: endpoint.method,
        url: endpoint.path.replace(':id', String(id)),
        ...(endpoint.body && {
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify(rightBody(endpoint)),
        }),
      });
    recordFigures('V4', await tryAll(share([...wrong, ...ofOtherKinds], index), request));
  });
});

describe('a query', () => {
  const values = ['', '%20', '%00', 'a%00b', '%07', '%ED%A0%80', '%', '-1', '0', '1.5', '1e21'];
  values.push('9007199254740992', 'null', '[]', '{}', 'x', '__proto__', 'true', "'", '%25', '\\');
  values.push(newId(), 'x'.repeat(10_000), 'a,b', 'pending,', ',');

  test.each(
    withQuery.flatMap(([name, endpoint]) =>
      fieldsOf(endpoint.query).map((field) => [name, field, endpoint] as const),
    ),
  )('%s: %s', async (_, field, endpoint) => {
    for (const value of values) {
      const response = await sendQuery(endpoint, `${field}=${value}`);
      if (response.statusCode !== (endpoint.status ?? 200)) expectRefusal(response, value);
    }
    const twice = await sendQuery(endpoint, `${field}=1&${field}=1`);
    expectRefusal(twice, 'the same key twice');
    recordFigures('A37', { 'keys given twice': 1, taken: Number(twice.statusCode < 400) });
  });

  test.each(withQuery)('%s: unknown keys change nothing', async (_, endpoint) => {
    // Tests before this one may have decided about the nomination: the answer is the same with and without the key.
    const fields = fieldsOf(endpoint.query);
    const isDecision = fields.includes('action');
    const known = isDecision
      ? 'action=accept&'
      : fields.includes('list')
        ? 'list=donations&'
        : fields.includes('fileName')
          ? 'fileName=gifts.csv&'
          : /\/(statement|preview)$/.test(endpoint.path)
            ? 'from=2026-01-01&to=2030-12-31&'
            : '';
    const { statusCode } = await sendQuery(endpoint, known);
    // The small file has nothing that they could use.
    const isUpload = endpoint.method === 'POST';
    // Nothing is expected here.
    const isUnknown = endpoint.path.startsWith('/api/expected-donations/:id');
    const expected = isUpload ? 422 : isUnknown ? 404 : (endpoint.status ?? 200);
    expect(isDecision ? [expected, 409] : [expected]).toContain(statusCode);
    for (const query of ['__proto__=1', 'constructor=1', '%', '&&', '=', 'x[]=1', 'nothing']) {
      const response = await sendQuery(endpoint, `${known}${query}`);
      expect([query, response.statusCode]).toEqual([query, statusCode]);
    }
  });
});
