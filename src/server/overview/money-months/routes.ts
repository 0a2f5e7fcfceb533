import * as contract from '#contract/overview/money-months.ts';
import { listMoneyMonths } from '#server/overview/money-months/queries.ts';
import { serve } from '#server/platform/http/serve.ts';

export const moneyMonthRoutes = serve(contract, (deps) => ({
  listMoneyMonths: ({ input }) =>
    listMoneyMonths(deps.db, deps.settings.current().timeZone, input.span),
}));
