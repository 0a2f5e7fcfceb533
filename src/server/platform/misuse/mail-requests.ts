import type { Visitor } from '#server/platform/actor.ts';
import type { Db } from '#server/platform/db/schema.ts';
import type { Deps } from '#server/platform/deps.ts';
import {
  addressRequestQueue,
  addressRequestWorker,
} from '#server/platform/jobs/address-requests.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { type MailCause, mayMailStranger } from '#server/platform/misuse/mail-limit.ts';

type Asked = Pick<Deps, 'db' | 'boss' | 'mailer'>;

/**
 * Mail that anybody can ask for with an address: asking queues a request, unless the address has had enough such mail,
 * and the worker sends what `send` makes of it. The same work for every address, known or not.
 */
export function mailRequests<Request extends { email: string }>(
  name: string,
  cause: MailCause,
  send: (db: Db, request: Request, mailer: Mailer) => Promise<void>,
) {
  const queue = addressRequestQueue(name);
  return {
    async ask({ db, boss, mailer }: Asked, visitor: Visitor, request: Request): Promise<void> {
      if (!(await mayMailStranger(db, cause, visitor, request.email, mailer.config))) return;
      await boss.send(queue.name, request);
    },
    worker: addressRequestWorker(queue, ({ db, mailer }: Asked, request: Request) =>
      send(db, request, mailer),
    ),
  };
}
