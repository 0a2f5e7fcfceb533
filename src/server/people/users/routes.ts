import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/people/users.ts';
import { cancelAddressChange } from '#server/people/addresses/commands.ts';
import * as commands from '#server/people/users/commands.ts';
import { approverApproval } from '#server/people/users/four-eyes.ts';
import * as queries from '#server/people/users/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

export function userRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config, mailer, settings } = deps;
  const approval = approverApproval(db, config, settings);
  bind(app, deps, contract.listUsers, () => queries.listUsers(db, config));
  bind(app, deps, contract.getUser, ({ params }) => queries.getUser(db, config, params.id));
  bind(
    app,
    deps,
    contract.createUser,
    ({ actor, body, idempotencyKey }) =>
      commands.createUser(db, actor, body, idempotencyKey, mailer),
    { approval },
  );
  bind(
    app,
    deps,
    contract.updateUser,
    ({ actor, params, body, isApproved }) =>
      commands.updateUser(db, actor, { ...params, ...body }, { mailer, settings, isApproved }),
    { approval },
  );
  bind(app, deps, contract.cancelAddressChange, ({ actor, params }) =>
    cancelAddressChange(db, actor, params.id),
  );
  bind(app, deps, contract.deleteUser, ({ actor, params }) =>
    commands.deleteUser(db, actor, params.id, mailer),
  );
}
