import * as contract from '#contract/operations/money-months.ts';
import { listMoneyMonths } from '#server/operations/money-months/queries.ts';
import { serve } from '#server/platform/http/serve.ts';

export const moneyMonthRoutes = serve(contract, (deps) => ({
  listMoneyMonths: ({ query }) =>
    listMoneyMonths(deps.db, deps.settings.current().timeZone, query.span),
}));
