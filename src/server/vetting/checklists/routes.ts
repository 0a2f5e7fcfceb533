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
      handle: ({ params, body, ...call }) =>
        commands.saveChecklist(
          db,
          call.actor,
          { ...params, ...body },
          { settings, limits: limitsOfCall(settings, 'settings', call) },
        ),
      approval: 'said-by-command',
    },
    getNominationChecklist: ({ params }) => getNominationChecklist(db, params.id, settings),
    beginChecklist: ({ actor, params, body }) =>
      commands.beginChecklist(db, actor, { ...params, ...body }, settings),
    changePoint: ({ actor, params, body }) =>
      commands.changePoint(db, actor, { ...params, ...body }, settings),
  };
});
