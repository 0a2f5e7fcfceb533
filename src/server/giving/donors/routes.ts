import type { FastifyInstance } from 'fastify';
import * as changes from '#contract/giving/donor-changes.ts';
import * as contract from '#contract/giving/donors.ts';
import * as commands from '#server/giving/donors/commands.ts';
import * as queries from '#server/giving/donors/queries.ts';
import { agreeToDonorChange, stopChange, takeBackChange } from '#server/giving/donors/take-back.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

// A person needs one, and guessing links is hopeless.
const limit = { callsPerTenMinutes: 60 };

export function donorRoutes(
  app: FastifyInstance,
  deps: Deps,
  subscriptions: Omit<commands.DonorServices, 'mailer'>,
): void {
  const { db, settings, mailer } = deps;
  const services = { ...subscriptions, mailer };
  bind(app, deps, contract.listDonors, ({ query }) =>
    queries.listDonors(db, settings.current().timeZone, query),
  );
  bind(app, deps, contract.getDonor, ({ actor, params }) => queries.getDonor(db, actor, params.id));
  bind(app, deps, contract.correctDonor, ({ actor, params, body }) =>
    commands.correctDonor(db, actor, { ...params, ...body }, services),
  );
  bind(app, deps, contract.setPostalAddress, ({ actor, params, body }) =>
    commands.setPostalAddress(db, actor, { ...params, ...body }),
  );
  bind(app, deps, contract.joinDonors, ({ actor, params, body }) =>
    commands.joinDonors(db, actor, { ...params, ...body }, services),
  );
  bind(app, deps, contract.takeBackDonorChange, ({ actor, params }) =>
    takeBackChange(db, actor, params, services),
  );
  bind(
    app,
    deps,
    changes.stopDonorChange,
    async ({ body }) => {
      const { isUndone } = await stopChange(db, body.token, services);
      return {
        message: isUndone
          ? 'The change was stopped. Everything is as it was before, and our team knows.'
          : 'The change was stopped: private links to the other address do nothing. Our team knows, and puts the rest right.',
      };
    },
    limit,
  );
  bind(
    app,
    deps,
    changes.agreeToDonorChange,
    async ({ body }) => {
      await agreeToDonorChange(db, body.token);
      return { message: 'Thank you. Links that we send to the new address work now.' };
    },
    limit,
  );
  bind(app, deps, contract.addDonorNote, ({ actor, params, body, idempotencyKey }) =>
    commands.addNote(db, actor, { ...params, ...body }, idempotencyKey),
  );
  bind(app, deps, contract.changeDonorNote, ({ actor, params, body }) =>
    commands.changeNote(db, actor, { ...params, ...body }),
  );
  bind(app, deps, contract.removeDonorNote, ({ actor, params }) =>
    commands.removeNote(db, actor, params),
  );
}
