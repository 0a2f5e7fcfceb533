import * as contract from '#contract/vetting/causes.ts';
import { sharedRead } from '#server/platform/db/shared-read.ts';
import { serve } from '#server/platform/http/serve.ts';
import * as changes from '#server/vetting/causes/change-cause.ts';
import * as commands from '#server/vetting/causes/commands.ts';
import { causeNameApproval } from '#server/vetting/causes/four-eyes.ts';
import * as queries from '#server/vetting/causes/queries.ts';

export const causeRoutes = serve(contract, (deps) => {
  const { db } = deps;
  const listCauses = sharedRead(() => queries.listCauses(db));
  return {
    listCauses: () => listCauses(null),
    createCause: ({ actor, input }) => commands.createCause(db, actor, input),
    changeCause: {
      handle: ({ actor, input }) => changes.changeCause(db, actor, input),
      approval: causeNameApproval(db, deps.settings),
    },
    hideCause: ({ actor, input }) => changes.hideCause(db, actor, input),
    closeCause: ({ actor, input }) => changes.closeCause(db, actor, input),
    openCause: ({ actor, input }) => changes.openCause(db, actor, input),
    placeCause: ({ actor, input }) => changes.placeCause(db, actor, input),
    deleteCause: ({ actor, input }) => commands.deleteCause(db, actor, input.id),
  };
});
