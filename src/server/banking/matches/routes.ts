import * as contract from '#contract/banking/bank-matches.ts';
import { matchApproval, unmatchApproval } from '#server/banking/matches/four-eyes.ts';
import { matchLine, matchLines } from '#server/banking/matches/match-line.ts';
import * as queries from '#server/banking/matches/queries.ts';
import { unmatchLine } from '#server/banking/matches/unmatch-line.ts';
import { serve } from '#server/platform/http/serve.ts';

export const bankMatchRoutes = serve(contract, (deps) => {
  const { db, settings } = deps;
  return {
    listUnmatchedLines: ({ query }) => queries.listUnmatchedLines(db, query),
    getBankLine: ({ params }) => queries.getBankLine(db, params.id),
    matchLine: {
      handle: ({ actor, params, body, idempotencyKey }) =>
        matchLine(db, actor, { ...body, id: params.id }, idempotencyKey),
      approval: matchApproval(db, settings),
    },
    matchLines: ({ actor, body }) => matchLines(db, actor, body.matchedLines),
    unmatchLine: {
      handle: ({ actor, params, body, idempotencyKey }) =>
        unmatchLine(db, actor, { ...body, id: params.id }, idempotencyKey),
      approval: unmatchApproval(db, settings),
    },
  };
});
