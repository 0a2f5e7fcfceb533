import { expect } from 'vitest';
import type { CauseId, DonationId, FileId, NominationId } from '#contract/ids.ts';
import {
  createUpdate,
  listUpdates,
  type Mailing,
  publishUpdate,
  type Update,
  type UpdateKind,
} from '#contract/publishing/updates.ts';
import { hashToken, newToken } from '#server/platform/security/tokens.ts';
import type { TestApp } from '#test/support/app.ts';
import { endDecisions } from '#test/support/decisions.ts';
import { aDonation, anAllocation, aPair, aPerson, signIn } from '#test/support/factories.ts';
import type { MailServer, ReceivedMail } from '#test/support/mail-server.ts';
import { publishNeed } from '#test/support/proof.ts';

/** A published need with one donor for each of these amounts, each allocated in full. */
export async function aNeedWithDonors(testApp: TestApp, ...amounts: number[]) {
  const { causeId, nominationId } = await aPair(testApp, 100);
  await endDecisions(testApp, nominationId);
  await publishNeed(testApp, nominationId);
  const donors: ReturnType<typeof aPerson>[] = [];
  for (const amount of amounts) {
    const person = aPerson();
    await aShare(testApp, { causeId, nominationId }, person, amount);
    donors.push(person);
  }
  return { causeId, nominationId, donors };
}

/** A donation of somebody, allocated in part or in full to a need; returns its id. */
export async function aShare(
  testApp: TestApp,
  { causeId, nominationId }: { causeId: CauseId; nominationId: NominationId },
  person: ReturnType<typeof aPerson>,
  amount: number,
  donation = amount,
): Promise<DonationId> {
  const donationId = await aDonation(testApp, { causeId, amount: donation, person });
  await anAllocation(testApp, { donationId, nominationId, amount });
  return donationId;
}

/** An update as somebody writes it. */
export const words = { kind: 'progress', title: 'The furnace is in', text: 'It is warm.' } as const;

interface Changes {
  kind?: UpdateKind;
  title?: string;
  text?: string;
  fileIds?: FileId[];
}

/** Somebody who follows a need, or has asked to and not confirmed it yet. */
export async function aFollower(
  { db }: TestApp,
  nominationId: NominationId,
  email: string,
  isConfirmed = true,
): Promise<void> {
  await db
    .insertInto('followers')
    .values({ nominationId, email, tokenHash: hashToken(newToken()) })
    .execute();
  if (!isConfirmed) return;
  await db
    .updateTable('followers')
    .set({ confirmedAt: new Date().toISOString() })
    .where('nominationId', '=', nominationId)
    .where('email', '=', email)
    .execute();
}

/** A draft of an update. */
export async function aDraft(
  testApp: TestApp,
  nominationId: NominationId,
  changes: Changes = {},
): Promise<Update> {
  const { body } = await testApp.call(createUpdate, {
    cookie: await signIn(testApp),
    params: { id: nominationId },
    body: { ...words, fileIds: [], ...changes },
  });
  return body;
}

/** A published update; its mails are being sent. */
export async function aPublishedUpdate(
  testApp: TestApp,
  nominationId: NominationId,
  changes: Changes = {},
): Promise<Update> {
  const { id } = await aDraft(testApp, nominationId, changes);
  const { body } = await testApp.call(publishUpdate, {
    cookie: await signIn(testApp),
    params: { id },
  });
  return body;
}

/** The secret of an unsubscribe link for an address. */
export async function anUnsubscribeToken({ db }: TestApp, email: string): Promise<string> {
  const token = newToken();
  await db
    .insertInto('unsubscribeLinks')
    .values({ tokenHash: hashToken(token), email: email.toLowerCase() })
    .execute();
  return token;
}

/** The mails about updates that a mail server has accepted, and the progress of an update's mails. */
export function mailsOfUpdates(testApp: TestApp, server: MailServer) {
  async function mailing(nominationId: NominationId) {
    const cookie = await signIn(testApp);
    const { body } = await testApp.call(listUpdates, { cookie, params: { id: nominationId } });
    return body[0]?.mailing;
  }
  return {
    mailing,
    /** The mail about an update, among all others to an address. */
    updateTo: (email: string) => server.waitFor(email, isUpdate),
    /** Waits until the mails of the newest update of a need have reached this state. */
    settledMailing: (nominationId: NominationId, wanted: Partial<Mailing>) =>
      expect.poll(() => mailing(nominationId), { timeout: 60_000 }).toMatchObject(wanted),
  };
}

/** Whether a mail is about an update, and can therefore be stopped. */
export function isUpdate(received: ReceivedMail): boolean {
  return headerOf(received, 'list-unsubscribe') !== '';
}

/** A header of a mail; empty if there is none. */
export function headerOf({ mail }: ReceivedMail, name: string): string {
  return mail.headers.find(({ key }) => key === name)?.value ?? '';
}
