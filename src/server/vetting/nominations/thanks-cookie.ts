import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { NominationThanks } from '#contract/documents.ts';
import { publicPaths } from '#contract/pages.ts';
import type { Config } from '#server/platform/config.ts';

/* What the thank-you page knows about a nomination, and for how long. */

// As long as somebody may look at the thank-you page, and so that the next person at a shared computer does not.
const minutes = 10;
const name = 'nomination';

const content = z.object({
  email: z.string().max(254),
  isConfirmedByEmail: z.boolean(),
  reference: z.string().max(20),
  trackingToken: z.string().max(100),
});

/** Lets the thank-you page name the address to which the confirmation goes, the reference, and the link. Only the nominator's own browser has it. */
export function rememberNomination(
  reply: FastifyReply,
  { publicUrl }: Config,
  thanks: NonNullable<NominationThanks>,
): void {
  reply.setCookie(name, Buffer.from(JSON.stringify(thanks)).toString('base64url'), {
    path: publicPaths.nominate,
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https://'),
    maxAge: minutes * 60,
  });
}

/** What {@link rememberNomination} wrote; null if there is nothing, or if it is too old. */
export function recallNomination({ cookies }: FastifyRequest): NominationThanks {
  try {
    const text = Buffer.from(cookies[name] ?? '', 'base64url').toString();
    return content.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
