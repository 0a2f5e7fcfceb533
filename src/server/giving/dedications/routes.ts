import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/giving/dedications.ts';
import * as commands from '#server/giving/dedications/commands.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

export function dedicationRoutes(app: FastifyInstance, deps: Deps): void {
  bind(
    app,
    deps,
    contract.refuseDedications,
    async ({ body }) => {
      await commands.refuseDedications(deps.db, body.token);
      return { message: 'We will send no more such emails to your address.' };
    },
    // A person needs one, and guessing links is hopeless.
    { callsPerTenMinutes: 60 },
  );
}
