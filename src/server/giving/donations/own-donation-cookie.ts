import { createHmac } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DonationId, donationId } from '#contract/ids.ts';
import type { Config } from '#server/platform/config.ts';
import { serverSecret, serverSecrets } from '#server/platform/security/server-secret.ts';
import { isSameSecret } from '#server/platform/security/tokens.ts';

/*
 * How the thank-you page knows which donation this browser has made. Its cookie holds the ids of the last ones, when
 * each ends, and our signature: nobody can ask for another one. It shows only what was typed there and where that donation
 * is, because whoever typed an address need not own it.
 */

const name = 'donation';
// As long as somebody may come back from the payment page, and so that the next person at a shared computer does not
// see it.
const hours = 2;

// Whoever gives in two tabs comes back from the payment page to each of them.
const mostDonations = 3;
const separator = '~';

/** Lets this browser see how its donation went. */
export function rememberDonation(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  id: DonationId,
): void {
  const endsAt = now() + hours * 3600;
  const donation = `${id}.${endsAt}.${sign(id, endsAt, serverSecret(config))}`;
  const others = entriesOf(request).filter((entry) => !entry.startsWith(`${id}.`));
  reply.setCookie(name, [donation, ...others].slice(0, mostDonations).join(separator), {
    // Not only to the form: the call that starts a donation adds to those that the cookie already has.
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: config.publicUrl.startsWith('https://'),
    maxAge: hours * 3600,
  });
}

/** The donations that this browser started lately. */
export function donationsOf(request: FastifyRequest, config: Config): DonationId[] {
  return entriesOf(request)
    .slice(0, mostDonations)
    .map((entry) => readEntry(entry, config))
    .filter((id) => id !== null);
}

function entriesOf({ cookies }: FastifyRequest): string[] {
  return (cookies[name] ?? '').split(separator).filter(Boolean);
}

function readEntry(entry: string, config: Config): DonationId | null {
  const [text, end, signature = ''] = entry.split('.');
  const { data: id } = donationId.safeParse(text);
  const endsAt = Number(end);
  if (id === undefined || !(endsAt > now())) return null;
  const isOurs = serverSecrets(config).some((secret) =>
    isSameSecret(signature, sign(id, endsAt, secret)),
  );
  return isOurs ? id : null;
}

function sign(id: DonationId, endsAt: number, secret: Buffer): string {
  return createHmac('sha256', secret).update(`own donation ${id} ${endsAt}`).digest('base64url');
}

/** Seconds since 1970. */
function now(): number {
  return Math.floor(Date.now() / 1000);
}
