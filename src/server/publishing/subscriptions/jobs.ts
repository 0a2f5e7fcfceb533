import { AppError, notFound } from '#server/platform/errors.ts';
import { mailRequests } from '#server/platform/misuse/mail-requests.ts';
import { askToFollow } from '#server/publishing/subscriptions/commands.ts';
import { findNeedToFollow } from '#server/publishing/subscriptions/queries.ts';

/* Mails the question whether somebody really wants to follow a need. */

const { ask, worker } = mailRequests('follow', 'follow', askToFollow);
export const followWorker = worker;

/**
 * Queues a request to follow a need, unless its address has had enough mail. The same work for every address, whether it
 * follows the need already or not. 404 for a need that is not public, 409 for one that is not open.
 */
export async function requestFollow(
  ...[deps, visitor, request]: Parameters<typeof ask>
): Promise<void> {
  const need = await findNeedToFollow(deps.db, request.id);
  if (need === null) throw notFound('published need');
  if (need.state !== 'open') {
    throw new AppError('need_not_open', 'There will be no more updates about this need.');
  }
  await ask(deps, visitor, request);
}
