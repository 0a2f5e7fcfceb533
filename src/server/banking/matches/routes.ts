import * as contract from '#contract/banking/bank-matches.ts';
import { matchApproval, unmatchApproval } from '#server/banking/matches/four-eyes.ts';
import { matchLine, matchLines } from '#server/banking/matches/match-line.ts';
import * as queries from '#server/banking/matches/queries.ts';
import { unmatchLine } from '#server/banking/matches/unmatch-line.ts';
import { serve } from '#server/platform/http/serve.ts';

export const bankMatchRoutes = serve(contract, (deps) => {
  const { db, settings } = deps;
  return {
    listUnmatchedLines: ({ input }) => queries.listUnmatchedLines(db, input),
    getBankLine: ({ input }) => queries.getBankLine(db, input.id),
    matchLine: {
      handle: ({ actor, input, idempotencyKey }) => matchLine(db, actor, input, idempotencyKey),
      approval: matchApproval(db, settings),
    },
    matchLines: ({ actor, input }) => matchLines(db, actor, input.matchedLines),
    unmatchLine: {
      handle: ({ actor, input, idempotencyKey }) => unmatchLine(db, actor, input, idempotencyKey),
      approval: unmatchApproval(db, settings),
    },
  };
});
