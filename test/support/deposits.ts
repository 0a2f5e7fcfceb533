import type { RequestOf } from '#contract/endpoint.ts';
import {
  addDeposit,
  closeDeposit,
  confirmDeposit,
  type Deposit,
  returnDepositLine,
  saveDeposit,
} from '#contract/giving/deposits.ts';
import type { CauseId, DepositLineId } from '#contract/ids.ts';
import type { LineReturn } from '#core/giving/deposits.ts';
import type { TestApp } from '#test/support/app.ts';
import { aTeamMember, signIn } from '#test/support/factories.ts';

/** A line of a check, as somebody types it. */
export function aLine(causeId: CauseId, changes: Partial<LineInput> = {}): LineInput {
  return {
    kind: 'check',
    amount: 5_000,
    receivedOn: '2026-01-05',
    checkNumber: '1001',
    causeId,
    firstName: 'Wilma',
    lastName: 'Withoutmail',
    email: '',
    note: '',
    ...changes,
  };
}

export type LineInput = RequestOf<typeof saveDeposit>['body']['depositLines'][number];

/** Calls of two treasurers about deposits. */
export function depositCalls(testApp: TestApp) {
  const signedIn: Record<string, Promise<string>> = {};
  /** The cookie of the person with this name in the test. */
  const as = (name: string) => {
    signedIn[name] ??= aTeamMember(testApp, 'treasurer').then((user) => signIn(testApp, user));
    return signedIn[name];
  };

  async function anOpenDeposit(
    lines: LineInput[],
    expected: { count?: number; amount?: number } = {},
    who = 'counter',
  ): Promise<Deposit> {
    const cookie = await as(who);
    const sum = lines.reduce((total, { amount }) => total + amount, 0);
    const counted = {
      title: 'Box of January',
      expectedCount: expected.count ?? lines.length,
      expectedAmount: expected.amount ?? sum,
    };
    const { body } = await testApp.call(addDeposit, { cookie, body: counted });
    const saved = await testApp.call(saveDeposit, {
      cookie,
      params: { id: body.id },
      body: { ...counted, revision: body.revision, depositLines: lines },
    });
    if (saved.status !== 200) throw new Error(saved.error.message);
    return saved.body;
  }

  const close = async ({ id, revision }: Pick<Deposit, 'id' | 'revision'>, who = 'counter') =>
    testApp.call(closeDeposit, { cookie: await as(who), params: { id }, body: { revision } });

  async function aClosedDeposit(lines: LineInput[], who = 'counter'): Promise<Deposit> {
    return (await close(await anOpenDeposit(lines, {}, who), who)).body;
  }

  const confirm = async (
    { id, revision }: Pick<Deposit, 'id' | 'revision'>,
    who = 'confirmer',
    idempotencyKey?: string,
  ) =>
    testApp.call(confirmDeposit, {
      cookie: await as(who),
      params: { id },
      body: { revision },
      ...(idempotencyKey && { idempotencyKey }),
    });

  async function aConfirmedDeposit(lines: LineInput[]): Promise<Deposit> {
    const { status, body, error } = await confirm(await aClosedDeposit(lines));
    if (status !== 200) throw new Error(error.message);
    return body;
  }

  const returnLine = async (id: DepositLineId, how: LineReturn, who = 'counter') =>
    testApp.call(returnDepositLine, {
      cookie: await as(who),
      params: { id },
      body: { how, reason: 'The bank did not pay.' },
    });

  return { as, anOpenDeposit, close, aClosedDeposit, confirm, aConfirmedDeposit, returnLine };
}

/** The ids of the donations that a deposit became. */
export function donationsOf({ lines }: { lines: Deposit['lines'] }) {
  return lines.map(({ donationId }) => {
    if (donationId === null) throw new Error('This deposit is not confirmed');
    return donationId;
  });
}
