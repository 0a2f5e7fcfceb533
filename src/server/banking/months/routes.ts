import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/banking/bank-months.ts';
import * as commands from '#server/banking/months/commands.ts';
import { unlockApproval } from '#server/banking/months/four-eyes.ts';
import * as queries from '#server/banking/months/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

export function bankMonthRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, settings } = deps;
  bind(app, deps, contract.listBankMonths, () =>
    queries.listBankMonths(db, settings.current().timeZone),
  );
  bind(app, deps, contract.lockMonth, ({ actor, body }) =>
    commands.lockMonth(db, actor, body, settings),
  );
  bind(
    app,
    deps,
    contract.unlockMonth,
    ({ actor, params, body }) => commands.unlockMonth(db, actor, { ...body, id: params.id }),
    { approval: unlockApproval(db, settings) },
  );
}
