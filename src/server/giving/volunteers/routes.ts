import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/giving/volunteers.ts';
import * as commands from '#server/giving/volunteers/commands.ts';
import * as queries from '#server/giving/volunteers/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

export function volunteerRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config, mailer, settings } = deps;
  bind(app, deps, contract.listVolunteers, ({ actor, query }) =>
    queries.listVolunteers(db, actor, query),
  );
  bind(app, deps, contract.getVolunteer, ({ actor, params }) =>
    queries.getVolunteer(db, actor, params.id),
  );
  bind(app, deps, contract.listVolunteerChoices, () => queries.listVolunteerChoices(db));
  bind(app, deps, contract.addVolunteer, ({ actor, body, idempotencyKey }) =>
    commands.addVolunteer(db, actor, body, idempotencyKey),
  );
  bind(app, deps, contract.changeVolunteer, ({ actor, params, body }) =>
    commands.changeVolunteer(db, actor, { ...params, ...body }),
  );
  bind(app, deps, contract.correctVolunteer, ({ actor, params, body }) =>
    commands.correctVolunteer(db, actor, { ...params, ...body }),
  );
  bind(app, deps, contract.recordHours, ({ actor, params, body, idempotencyKey }) =>
    commands.recordHours(db, actor, { ...params, ...body }, idempotencyKey, settings),
  );
  bind(app, deps, contract.confirmHours, ({ actor, params }) =>
    commands.confirmHours(db, actor, params),
  );
  bind(app, deps, contract.undoHours, ({ actor, params, body }) =>
    commands.undoHours(db, actor, { ...params, ...body }),
  );
  bind(app, deps, contract.draftThanks, ({ params }) => queries.draftThanks(db, config, params.id));
  bind(app, deps, contract.previewThanks, ({ params, body }) =>
    queries.previewThanks(db, config, { ...params, ...body }),
  );
  bind(app, deps, contract.sendThanks, ({ actor, params, body }) =>
    commands.sendThanks(db, actor, { ...params, ...body }, mailer),
  );
}
