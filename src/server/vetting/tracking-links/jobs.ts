import type { Visitor } from '#server/platform/actor.ts';
import type { Deps } from '#server/platform/deps.ts';
import {
  addressRequestQueue,
  addressRequestWorker,
} from '#server/platform/jobs/address-requests.ts';
import { mayMailStranger } from '#server/platform/misuse/mail-limit.ts';
import { sendTrackingLinks } from '#server/vetting/tracking-links/commands.ts';

/* Mails links to the nominations of an address, on request. */

const trackingLinksQueue = addressRequestQueue('tracking-links');

type Asked = Pick<Deps, 'db' | 'boss' | 'mailer'>;

/**
 * Queues a request for links to the nominations of an address, unless it has had enough mail. The same work for every
 * address, with nominations or without.
 */
export async function requestTrackingLinks(
  { db, boss, mailer }: Asked,
  visitor: Visitor,
  email: string,
): Promise<void> {
  if (!(await mayMailStranger(db, 'tracking-link', visitor, email, mailer.config))) return;
  await boss.send(trackingLinksQueue.name, { email });
}

/** Processes the requests. */
export const trackingLinksWorker = addressRequestWorker(
  trackingLinksQueue,
  ({ db, mailer }: Asked, { email }: { email: string }) => sendTrackingLinks(db, email, mailer),
);
