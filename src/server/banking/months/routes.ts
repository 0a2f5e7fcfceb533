import * as contract from '#contract/banking/bank-months.ts';
import * as commands from '#server/banking/months/commands.ts';
import { unlockApproval } from '#server/banking/months/four-eyes.ts';
import * as queries from '#server/banking/months/queries.ts';
import { serve } from '#server/platform/http/serve.ts';

export const bankMonthRoutes = serve(contract, (deps) => {
  const { db, settings } = deps;
  return {
    listBankMonths: () => queries.listBankMonths(db, settings.current().timeZone),
    lockMonth: ({ actor, input }) => commands.lockMonth(db, actor, input, settings),
    unlockMonth: {
      handle: ({ actor, input }) => commands.unlockMonth(db, actor, input),
      approval: unlockApproval(db, settings),
    },
  };
});
