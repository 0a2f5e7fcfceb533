import * as contract from '#contract/receipts/gift-aid.ts';
import { giftAidWording } from '#core/receipts/gift-aid.ts';
import { asksForGiftAid } from '#core/receipts/receipt-profiles.ts';
import { serve } from '#server/platform/http/serve.ts';
import * as commands from '#server/receipts/gift-aid/commands.ts';
import * as queries from '#server/receipts/gift-aid/queries.ts';

export const giftAidRoutes = serve(contract, (deps) => {
  const { db, settings } = deps;
  return {
    listGiftAidDeclarations: async ({ input }) => {
      const { receipts } = settings.current();
      return {
        isAsked: asksForGiftAid(receipts),
        wording: giftAidWording(receipts.legalName, 'all'),
        declarations: await queries.declarationsOf(db, input.id),
      };
    },
    recordGiftAidDeclaration: ({ actor, input }) =>
      commands.recordDeclaration(db, actor, input, settings),
    withdrawGiftAidDeclaration: async ({ actor, input }) => {
      await commands.withdrawDeclaration(db, actor, input, settings);
      return queries.getDeclaration(db, input.id);
    },
    getGiftAid: () => {
      const { receipts, timeZone } = settings.current();
      return queries.getGiftAid(db, timeZone, asksForGiftAid(receipts));
    },
    listGiftAidLines: ({ input }) =>
      queries.listGiftAidLines(db, settings.current().timeZone, input),
    markGiftAidClaimed: ({ actor, input, idempotencyKey }) =>
      commands.markClaimed(db, actor, input, idempotencyKey, settings),
    undoGiftAidClaim: ({ actor, input }) => commands.undoClaim(db, actor, input),
  };
});
