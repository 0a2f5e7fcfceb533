import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/operations/test-donations.ts';
import { removeTestDonation } from '#server/operations/test-donations/commands.ts';
import { listTestDonations } from '#server/operations/test-donations/queries.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

export function testDonationRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  bind(app, deps, contract.listTestDonations, ({ query }) => listTestDonations(db, query));
  bind(app, deps, contract.removeTestDonation, ({ actor, params }) =>
    removeTestDonation(db, actor, params.id),
  );
}
