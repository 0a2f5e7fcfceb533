import type { FastifyInstance } from 'fastify';

/* Which pages a browser loads before a link to them is followed. */

/** The address of the rules, as the header of every document names it. */
export const speculationRulesPath = '/speculation-rules.json';

/**
 * Lets browsers load the document behind a link as soon as somebody is about to follow it. Named by a header, so that
 * no page needs an inline script. Only addresses that change nothing and have no secret are loaded early.
 */
const rules = {
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          {
            not: {
              href_matches: [
                '/admin*',
                '/api/*',
                '/auth/*',
                '/files/*',
                '/follow*',
                '/gift*',
                '/my-gifts*',
                '/my-plan*',
                '/test-payment/*',
                '/unsubscribe*',
              ],
            },
          },
          { not: { selector_matches: '[target=_blank]' } },
        ],
      },
      eagerness: 'moderate',
    },
  ],
};

export function serveSpeculationRules(app: FastifyInstance): void {
  app.get(speculationRulesPath, { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type('application/speculationrules+json')
      .header('cache-control', 'public, max-age=86400')
      .send(JSON.stringify(rules)),
  );
}
