import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/giving/expected-donations.ts';
import * as commands from '#server/giving/expected-donations/commands.ts';
import {
  listExpectedDonations,
  listFittingDonations,
} from '#server/giving/expected-donations/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

export function expectedDonationRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, mailer, settings } = deps;
  bind(app, deps, contract.listExpectedDonations, ({ query }) => listExpectedDonations(db, query));
  bind(app, deps, contract.addExpectedDonation, ({ actor, body }) =>
    commands.addExpectedDonation(db, actor, body),
  );
  bind(app, deps, contract.setExpectedDonationState, ({ actor, params, body }) =>
    commands.setExpectedDonationState(db, actor, { ...body, id: params.id }),
  );
  bind(app, deps, contract.describeExpectedDonation, ({ actor, params, body }) =>
    commands.describeExpectedDonation(db, actor, { ...body, id: params.id }),
  );
  bind(app, deps, contract.listFittingDonations, ({ params, query }) =>
    listFittingDonations(db, settings.current().timeZone, { ...query, id: params.id }),
  );
  bind(app, deps, contract.linkExpectedDonation, ({ actor, params, body }) =>
    commands.linkExpectedDonation(db, actor, { ...body, id: params.id }, mailer),
  );
}
