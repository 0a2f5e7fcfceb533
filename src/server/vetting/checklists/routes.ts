import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/vetting/checklists.ts';
import { limitsOfCall } from '#server/people/approvals/approvals.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';
import * as commands from '#server/vetting/checklists/commands.ts';
import { getNominationChecklist, listChecklists } from '#server/vetting/checklists/queries.ts';

export function checklistRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, settings } = deps;
  bind(app, deps, contract.listChecklists, () => listChecklists(db));
  bind(
    app,
    deps,
    contract.saveChecklist,
    ({ params, body, ...call }) =>
      commands.saveChecklist(
        db,
        call.actor,
        { ...params, ...body },
        { settings, limits: limitsOfCall(settings, 'settings', call) },
      ),
    { approval: 'said-by-command' },
  );
  bind(app, deps, contract.getNominationChecklist, ({ params }) =>
    getNominationChecklist(db, params.id, settings),
  );
  bind(app, deps, contract.beginChecklist, ({ actor, params, body }) =>
    commands.beginChecklist(db, actor, { ...params, ...body }, settings),
  );
  bind(app, deps, contract.changePoint, ({ actor, params, body }) =>
    commands.changePoint(db, actor, { ...params, ...body }, settings),
  );
}
