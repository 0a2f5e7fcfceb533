import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/people/addresses.ts';
import * as commands from '#server/people/addresses/commands.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

const messages = {
  changed: 'The email address was changed.',
  'waits-for-new-address':
    'Thank you. The address changes once the link that we sent to the new one is opened, too.',
  'waits-for-owner':
    'Thank you. The address changes once the link that we sent to the current one is opened, too.',
};
const limit = { callsPerTenMinutes: 10 };

export function addressRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, mailer } = deps;
  bind(
    app,
    deps,
    contract.confirmAddress,
    async ({ body }) => ({
      message: messages[await commands.confirmAddress(db, body.token, mailer)],
    }),
    limit,
  );
  bind(
    app,
    deps,
    contract.stopAddressChange,
    async ({ body }) => {
      await commands.stopAddressChange(db, body.token);
      return { message: 'The change was stopped. The email address stays as it is.' };
    },
    limit,
  );
}
