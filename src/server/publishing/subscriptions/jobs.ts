import type { PgBoss } from 'pg-boss';
import type { NominationId } from '#contract/ids.ts';
import type { Visitor } from '#server/platform/actor.ts';
import type { Db } from '#server/platform/db/schema.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import {
  addressRequestQueue,
  startAddressRequestWorker,
} from '#server/platform/jobs/address-requests.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { mayMailStranger } from '#server/platform/misuse/mail-limit.ts';
import { askToFollow } from '#server/publishing/subscriptions/commands.ts';
import { findNeedToFollow } from '#server/publishing/subscriptions/queries.ts';

export const followQueue = addressRequestQueue('follow');

interface FollowDeps {
  db: Db;
  boss: PgBoss;
  mailer: Mailer;
}

interface FollowRequest {
  id: NominationId;
  email: string;
}

/**
 * Queues a request to follow a need, unless its address has had enough mail. The same work for every address, whether it
 * follows the need already or not. 404 for a need that is not public, 409 for one that is not open.
 */
export async function requestFollow(
  { db, boss, mailer }: FollowDeps,
  visitor: Visitor,
  request: FollowRequest,
): Promise<void> {
  const need = await findNeedToFollow(db, request.id);
  if (need === null) throw notFound('published need');
  if (need.state !== 'open') {
    throw new AppError('need_not_open', 'There will be no more updates about this need.');
  }
  if (!(await mayMailStranger(db, 'follow', visitor, request.email, mailer.config))) return;
  await boss.send(followQueue.name, request);
}

/** Processes the requests. */
export async function startFollowWorker({ db, boss, mailer }: FollowDeps): Promise<void> {
  await startAddressRequestWorker<FollowRequest>({ db, boss }, followQueue, (request) =>
    askToFollow(db, request, mailer),
  );
}
