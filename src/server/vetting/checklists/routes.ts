import * as contract from '#contract/vetting/checklists.ts';
import { limitsOfCall } from '#server/people/approvals/approvals.ts';
import { serve } from '#server/platform/http/serve.ts';
import * as commands from '#server/vetting/checklists/commands.ts';
import { getNominationChecklist, listChecklists } from '#server/vetting/checklists/queries.ts';

export const checklistRoutes = serve(contract, (deps) => {
  const { db, settings } = deps;
  return {
    listChecklists: () => listChecklists(db),
    saveChecklist: {
      handle: ({ input, ...call }) =>
        commands.saveChecklist(db, call.actor, input, {
          settings,
          limits: limitsOfCall(settings, 'settings', call),
        }),
      approval: 'said-by-command',
    },
    getNominationChecklist: ({ input }) => getNominationChecklist(db, input.id, settings),
    beginChecklist: ({ actor, input }) => commands.beginChecklist(db, actor, input, settings),
    changePoint: ({ actor, input }) => commands.changePoint(db, actor, input, settings),
  };
});
