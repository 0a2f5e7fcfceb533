import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DonationId, donationId } from '#contract/ids.ts';
import { publicPages } from '#contract/pages.ts';
import type { Config } from '#server/platform/config.ts';
import { serverSecret, serverSecrets } from '#server/platform/security/server-secret.ts';

/*
 * The browser that started a donation knows which one it was, so that the thank-you page can name it. The cookie holds
 * its id and our signature: nobody can ask for another one, and what it can show is no more than that donor typed.
 */

const name = 'gift';
// As long as somebody may come back from the payment page, and so that the next person at a shared computer does not
// see it.
const hours = 2;

/** Lets this browser see how its donation went. */
export function rememberGift(reply: FastifyReply, config: Config, id: DonationId): void {
  reply.setCookie(name, `${id}.${sign(id, serverSecret(config))}`, {
    path: publicPages.donate.path,
    httpOnly: true,
    sameSite: 'lax',
    secure: config.publicUrl.startsWith('https://'),
    maxAge: hours * 3600,
  });
}

/** The donation that this browser started last; null if there is none. */
export function giftOf({ cookies }: FastifyRequest, config: Config): DonationId | null {
  const [text, signature = ''] = (cookies[name] ?? '').split('.');
  const { data: id } = donationId.safeParse(text);
  if (id === undefined) return null;
  const isOurs = serverSecrets(config).some((secret) => isEqual(signature, sign(id, secret)));
  return isOurs ? id : null;
}

function sign(id: DonationId, secret: Buffer): string {
  return createHmac('sha256', secret).update(`own gift ${id}`).digest('base64url');
}

function isEqual(given: string, expected: string): boolean {
  return (
    given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
  );
}
