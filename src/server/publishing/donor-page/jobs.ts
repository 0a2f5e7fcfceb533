import type { PgBoss } from 'pg-boss';
import type { Visitor } from '#server/platform/actor.ts';
import type { Db } from '#server/platform/db/schema.ts';
import {
  addressRequestQueue,
  startAddressRequestWorker,
} from '#server/platform/jobs/address-requests.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { mayMailStranger } from '#server/platform/misuse/mail-limit.ts';
import { sendDonorLink } from '#server/publishing/donor-page/commands.ts';

export const donorLinkQueue = addressRequestQueue('donor-link');

interface DonorLinkDeps {
  db: Db;
  boss: PgBoss;
  mailer: Mailer;
}

/**
 * Queues a request for a link to all donations of an address, unless it has had enough mail. The same work for every
 * address, with donations or without.
 */
export async function requestDonorLink(
  { db, boss, mailer }: DonorLinkDeps,
  visitor: Visitor,
  email: string,
): Promise<void> {
  if (!(await mayMailStranger(db, 'donor-link', visitor, email, mailer.config))) return;
  await boss.send(donorLinkQueue.name, { email });
}

/** Processes the requests. */
export async function startDonorLinkWorker({ db, boss, mailer }: DonorLinkDeps): Promise<void> {
  await startAddressRequestWorker<{ email: string }>({ db, boss }, donorLinkQueue, ({ email }) =>
    sendDonorLink(db, email, mailer),
  );
}
