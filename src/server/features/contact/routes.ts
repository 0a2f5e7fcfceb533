import type { FastifyInstance } from 'fastify';
import { sendContactMessage } from '#contract/contact.ts';
import type { Deps } from '#server/app.ts';
import { guardForm } from '#server/features/abuse/commands.ts';
import * as commands from '#server/features/contact/commands.ts';
import { bind } from '#server/http/bind-endpoint.ts';

export function contactRoutes(app: FastifyInstance, deps: Deps): void {
  bind(
    app,
    deps,
    sendContactMessage,
    ({ body }) => commands.sendContactMessage(deps.db, body, deps.mailer),
    { callsPerTenMinutes: 10, guard: guardForm(deps, 'contact') },
  );
}
