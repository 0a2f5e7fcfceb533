import * as contract from '#contract/operations/contact.ts';
import * as commands from '#server/operations/contact/commands.ts';
import { serve } from '#server/platform/http/serve.ts';

export const contactRoutes = serve(contract, (deps) => ({
  sendContactMessage: ({ body: { website: _, ...message }, idempotencyKey }) =>
    commands.sendContactMessage(deps.db, message, deps.mailer, idempotencyKey),
}));
