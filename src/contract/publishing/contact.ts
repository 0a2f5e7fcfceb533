import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import { email, honeypot, messageBody, requiredText } from '#contract/fields.ts';

/** The contact form. */
export const contactInput = z.object({ email, message: requiredText(5000), website: honeypot });

/** Sends a message to the team. Honors `Idempotency-Key`. */
export const sendContactMessage = endpoint('POST /api/contact', {
  callsPerTenMinutes: 10,
  form: 'contact',
  summary: 'Send the team a message',
  tag: 'Contact',
  access: 'public',
  body: contactInput,
  response: messageBody,
  errors: ['idempotency_key_reused'],
});
