import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/publishing/donation-page.ts';
import type { Deps } from '#server/app.ts';
import * as commands from '#server/giving/donation-links/commands.ts';
import { openGift } from '#server/publishing/donation-page/queries.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

// Nobody looks at a gift more often; whoever guesses gets nowhere with it.
const limit = { callsPerTenMinutes: 60 };

export function giftRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, mailer } = deps;
  bind(app, deps, contract.openGift, ({ body }) => openGift(db, body.token), limit);
  bind(app, deps, contract.changeGift, ({ body }) => commands.changeGift(db, body), limit);
  bind(
    app,
    deps,
    contract.replaceGiftLink,
    async ({ body }) => {
      await commands.replaceGiftLink(db, body.token, mailer);
      return { message: 'A new link is on its way to the email address of this gift.' };
    },
    { callsPerTenMinutes: 3 },
  );
  bind(app, deps, contract.sendGiftLink, async ({ actor, params }) => {
    await commands.sendGiftLink(db, actor, params.id, mailer);
    return { message: 'A new link is on its way to the donor.' };
  });
}
