import type { FastifyInstance } from 'fastify';
import { sendContactMessage } from '#contract/operations/contact.ts';
import * as commands from '#server/operations/contact/commands.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';
import { guardForm } from '#server/platform/misuse/form-guard.ts';

export function contactRoutes(app: FastifyInstance, deps: Deps): void {
  bind(
    app,
    deps,
    sendContactMessage,
    ({ body: { website: _, ...message }, idempotencyKey }) =>
      commands.sendContactMessage(deps.db, message, deps.mailer, idempotencyKey),
    { callsPerTenMinutes: 10, guard: guardForm(deps, 'contact') },
  );
}
