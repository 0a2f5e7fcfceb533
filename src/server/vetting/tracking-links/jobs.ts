import type { PgBoss } from 'pg-boss';
import type { Visitor } from '#server/platform/actor.ts';
import type { Db } from '#server/platform/db/schema.ts';
import {
  addressRequestQueue,
  startAddressRequestWorker,
} from '#server/platform/jobs/address-requests.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { mayMailStranger } from '#server/platform/misuse/mail-limit.ts';
import { sendTrackingLinks } from '#server/vetting/tracking-links/commands.ts';

export const trackingLinksQueue = addressRequestQueue('tracking-links');

interface TrackingLinksDeps {
  db: Db;
  boss: PgBoss;
  mailer: Mailer;
}

/**
 * Queues a request for links to the nominations of an address, unless it has had enough mail. The same work for every
 * address, with nominations or without.
 */
export async function requestTrackingLinks(
  { db, boss, mailer }: TrackingLinksDeps,
  visitor: Visitor,
  email: string,
): Promise<void> {
  if (!(await mayMailStranger(db, 'tracking-link', visitor, email, mailer.config))) return;
  await boss.send(trackingLinksQueue.name, { email });
}

/** Processes the requests. */
export async function startTrackingLinksWorker(deps: TrackingLinksDeps): Promise<void> {
  const { db, mailer } = deps;
  await startAddressRequestWorker<{ email: string }>(deps, trackingLinksQueue, ({ email }) =>
    sendTrackingLinks(db, email, mailer),
  );
}
