import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/banking/bank-matches.ts';
import * as commands from '#server/banking/matches/commands.ts';
import { matchApproval, unmatchApproval } from '#server/banking/matches/four-eyes.ts';
import * as queries from '#server/banking/matches/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

export function bankMatchRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, settings } = deps;
  bind(app, deps, contract.listUnmatchedLines, ({ query }) =>
    queries.listUnmatchedLines(db, query),
  );
  bind(app, deps, contract.getBankLine, ({ params }) => queries.getBankLine(db, params.id));
  bind(
    app,
    deps,
    contract.matchLine,
    ({ actor, params, body, idempotencyKey }) =>
      commands.matchLine(db, actor, { ...body, id: params.id }, idempotencyKey),
    { approval: matchApproval(db, settings) },
  );
  bind(app, deps, contract.matchLines, ({ actor, body }) =>
    commands.matchLines(db, actor, body.matchedLines),
  );
  bind(
    app,
    deps,
    contract.unmatchLine,
    ({ actor, params, body, idempotencyKey }) =>
      commands.unmatchLine(db, actor, { ...body, id: params.id }, idempotencyKey),
    { approval: unmatchApproval(db, settings) },
  );
}
