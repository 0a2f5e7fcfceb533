import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/giving/gift-aid.ts';
import { giftAidWording } from '#core/gift-aid.ts';
import { asksForGiftAid } from '#core/receipt-profiles.ts';
import * as commands from '#server/giving/gift-aid/commands.ts';
import * as queries from '#server/giving/gift-aid/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

export function giftAidRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, settings } = deps;
  bind(app, deps, contract.listGiftAidDeclarations, async ({ params }) => {
    const { receipts } = settings.current();
    return {
      isAsked: asksForGiftAid(receipts),
      wording: giftAidWording(receipts.legalName, 'all'),
      declarations: await queries.declarationsOf(db, params.id),
    };
  });
  bind(app, deps, contract.recordGiftAidDeclaration, ({ actor, params, body }) =>
    commands.recordDeclaration(db, actor, { ...body, id: params.id }, settings),
  );
  bind(app, deps, contract.withdrawGiftAidDeclaration, async ({ actor, params, body }) => {
    await commands.withdrawDeclaration(db, actor, { ...body, id: params.id }, settings);
    return queries.getDeclaration(db, params.id);
  });
  bind(app, deps, contract.getGiftAid, () => {
    const { receipts, timeZone } = settings.current();
    return queries.getGiftAid(db, timeZone, asksForGiftAid(receipts));
  });
  bind(app, deps, contract.listGiftAidLines, ({ query }) =>
    queries.listGiftAidLines(db, settings.current().timeZone, query),
  );
  bind(app, deps, contract.markGiftAidClaimed, ({ actor, body, idempotencyKey }) =>
    commands.markClaimed(db, actor, body, idempotencyKey, settings),
  );
  bind(app, deps, contract.undoGiftAidClaim, ({ actor, params, body }) =>
    commands.undoClaim(db, actor, { ...body, id: params.id }),
  );
}
