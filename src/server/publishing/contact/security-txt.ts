import type { FastifyInstance } from 'fastify';
import { publicPaths } from '#contract/pages.ts';
import type { Config } from '#server/platform/config.ts';

const path = '/.well-known/security.txt';
// Long enough for whoever keeps a copy, and short enough that a site that is gone does not promise answers for long.
const validDays = 90;

/** Tells who finds a weakness whom to write to (RFC 9116). */
export function securityTxtRoute(app: FastifyInstance, config: Config): void {
  app.get(path, { schema: { hide: true } }, async (_request, reply) => {
    const text = securityTxt(config, new Date());
    if (text === null) return reply.callNotFound();
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(text);
  });
}

/** The file, or null where nobody could be reached: on a laptop without https, whose contact page is not public. */
export function securityTxt(
  { publicUrl, securityContact, teamEmail }: Config,
  now: Date,
): string | null {
  const isPublic = publicUrl.startsWith('https://');
  const contact =
    securityContact ??
    (teamEmail ? `mailto:${teamEmail}` : null) ??
    (isPublic ? publicUrl + publicPaths.contact : null);
  if (contact === null) return null;
  const expires = new Date(now.getTime() + validDays * 86_400_000);
  const lines = [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString()}`,
    'Preferred-Languages: en',
    ...(isPublic ? [`Canonical: ${publicUrl}${path}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}
