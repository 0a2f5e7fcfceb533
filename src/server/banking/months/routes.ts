import * as contract from '#contract/banking/bank-months.ts';
import * as commands from '#server/banking/months/commands.ts';
import { unlockApproval } from '#server/banking/months/four-eyes.ts';
import * as queries from '#server/banking/months/queries.ts';
import { serve } from '#server/platform/http/serve.ts';

export const bankMonthRoutes = serve(contract, (deps) => {
  const { db, settings } = deps;
  return {
    listBankMonths: () => queries.listBankMonths(db, settings.current().timeZone),
    lockMonth: ({ actor, body }) => commands.lockMonth(db, actor, body, settings),
    unlockMonth: {
      handle: ({ actor, params, body }) =>
        commands.unlockMonth(db, actor, { ...body, id: params.id }),
      approval: unlockApproval(db, settings),
    },
  };
});
