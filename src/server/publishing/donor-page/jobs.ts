import type { Visitor } from '#server/platform/actor.ts';
import type { Deps } from '#server/platform/deps.ts';
import {
  addressRequestQueue,
  addressRequestWorker,
} from '#server/platform/jobs/address-requests.ts';
import { mayMailStranger } from '#server/platform/misuse/mail-limit.ts';
import { sendDonorLink } from '#server/publishing/donor-page/commands.ts';

/* Mails links to all donations of an address, on request. */

const donorLinkQueue = addressRequestQueue('donor-link');

type Asked = Pick<Deps, 'db' | 'boss' | 'mailer'>;

/**
 * Queues a request for a link to all donations of an address, unless it has had enough mail. The same work for every
 * address, with donations or without.
 */
export async function requestDonorLink(
  { db, boss, mailer }: Asked,
  visitor: Visitor,
  email: string,
): Promise<void> {
  if (!(await mayMailStranger(db, 'donor-link', visitor, email, mailer.config))) return;
  await boss.send(donorLinkQueue.name, { email });
}

/** Processes the requests. */
export const donorLinkWorker = addressRequestWorker(
  donorLinkQueue,
  ({ db, mailer }: Asked, { email }: { email: string }) => sendDonorLink(db, email, mailer),
);
