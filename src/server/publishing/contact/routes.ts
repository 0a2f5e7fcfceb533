import * as contract from '#contract/publishing/contact.ts';
import { serve } from '#server/platform/http/serve.ts';
import * as commands from '#server/publishing/contact/send-contact-message.ts';

export const contactRoutes = serve(contract, (deps) => ({
  sendContactMessage: ({ input: { website: _, ...message }, idempotencyKey }) =>
    commands.sendContactMessage(deps.db, message, deps.mailer, idempotencyKey),
}));
