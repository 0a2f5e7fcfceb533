import * as contract from '#contract/receipts/gift-aid.ts';
import { giftAidWording } from '#core/receipts/gift-aid.ts';
import { asksForGiftAid } from '#core/receipts/receipt-profiles.ts';
import { serve } from '#server/platform/http/serve.ts';
import * as commands from '#server/receipts/gift-aid/commands.ts';
import * as queries from '#server/receipts/gift-aid/queries.ts';

export const giftAidRoutes = serve(contract, (deps) => {
  const { db, settings } = deps;
  return {
    listGiftAidDeclarations: async ({ params }) => {
      const { receipts } = settings.current();
      return {
        isAsked: asksForGiftAid(receipts),
        wording: giftAidWording(receipts.legalName, 'all'),
        declarations: await queries.declarationsOf(db, params.id),
      };
    },
    recordGiftAidDeclaration: ({ actor, params, body }) =>
      commands.recordDeclaration(db, actor, { ...body, id: params.id }, settings),
    withdrawGiftAidDeclaration: async ({ actor, params, body }) => {
      await commands.withdrawDeclaration(db, actor, { ...body, id: params.id }, settings);
      return queries.getDeclaration(db, params.id);
    },
    getGiftAid: () => {
      const { receipts, timeZone } = settings.current();
      return queries.getGiftAid(db, timeZone, asksForGiftAid(receipts));
    },
    listGiftAidLines: ({ query }) =>
      queries.listGiftAidLines(db, settings.current().timeZone, query),
    markGiftAidClaimed: ({ actor, body, idempotencyKey }) =>
      commands.markClaimed(db, actor, body, idempotencyKey, settings),
    undoGiftAidClaim: ({ actor, params, body }) =>
      commands.undoClaim(db, actor, { ...body, id: params.id }),
  };
});
