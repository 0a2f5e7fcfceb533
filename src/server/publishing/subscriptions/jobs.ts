import type { NominationId } from '#contract/ids.ts';
import type { Visitor } from '#server/platform/actor.ts';
import type { Deps } from '#server/platform/deps.ts';
import { AppError, notFound } from '#server/platform/errors.ts';
import {
  addressRequestQueue,
  addressRequestWorker,
} from '#server/platform/jobs/address-requests.ts';
import { mayMailStranger } from '#server/platform/misuse/mail-limit.ts';
import { askToFollow } from '#server/publishing/subscriptions/commands.ts';
import { findNeedToFollow } from '#server/publishing/subscriptions/queries.ts';

/* Mails the question whether somebody really wants to follow a need. */

const followQueue = addressRequestQueue('follow');

type Asked = Pick<Deps, 'db' | 'boss' | 'mailer'>;

interface FollowRequest {
  id: NominationId;
  email: string;
}

/**
 * Queues a request to follow a need, unless its address has had enough mail. The same work for every address, whether it
 * follows the need already or not. 404 for a need that is not public, 409 for one that is not open.
 */
export async function requestFollow(
  { db, boss, mailer }: Asked,
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
export const followWorker = addressRequestWorker(
  followQueue,
  ({ db, mailer }: Asked, request: FollowRequest) => askToFollow(db, request, mailer),
);
