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
    getUser: ({ input }) => queries.getUser(db, config, input.id),
    createUser: {
      handle: ({ actor, input, idempotencyKey }) =>
        commands.createUser(db, actor, input, idempotencyKey, mailer),
      approval,
    },
    updateUser: {
      handle: ({ actor, input, isApproved }) =>
        commands.updateUser(db, actor, input, { mailer, settings, isApproved }),
      approval,
    },
    cancelAddressChange: ({ actor, input }) => cancelAddressChange(db, actor, input.id),
    deleteUser: ({ actor, input }) => commands.deleteUser(db, actor, input.id, mailer),
  };
});
