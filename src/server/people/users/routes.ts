import * as contract from '#contract/people/users.ts';
import { cancelAddressChange } from '#server/people/addresses/commands.ts';
import * as commands from '#server/people/users/commands.ts';
import { approverApproval } from '#server/people/users/four-eyes.ts';
import * as queries from '#server/people/users/queries.ts';
import { serve } from '#server/platform/http/serve.ts';

export const userRoutes = serve(contract, (deps) => {
  const { db, config, mailer, settings } = deps;
  const approval = approverApproval(db, config, settings);
  return {
    listUsers: () => queries.listUsers(db, config),
    getUser: ({ params }) => queries.getUser(db, config, params.id),
    createUser: {
      handle: ({ actor, body, idempotencyKey }) =>
        commands.createUser(db, actor, body, idempotencyKey, mailer),
      approval,
    },
    updateUser: {
      handle: ({ actor, params, body, isApproved }) =>
        commands.updateUser(db, actor, { ...params, ...body }, { mailer, settings, isApproved }),
      approval,
    },
    cancelAddressChange: ({ actor, params }) => cancelAddressChange(db, actor, params.id),
    deleteUser: ({ actor, params }) => commands.deleteUser(db, actor, params.id, mailer),
  };
});
