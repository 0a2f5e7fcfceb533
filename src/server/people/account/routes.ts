import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/people/account.ts';
import * as commands from '#server/people/account/commands.ts';
import * as passkeys from '#server/people/account/passkeys.ts';
import { getAccount } from '#server/people/account/queries.ts';
import * as secondFactor from '#server/people/account/second-factor.ts';
import { rememberBrowser } from '#server/people/sign-in/known-browsers.ts';
import { startConfirmation, startCreation } from '#server/people/sign-in/passkeys.ts';
import { endSession } from '#server/people/sign-in/sessions.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bind } from '#server/platform/http/bind-endpoint.ts';

export function accountRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, config, mailer, vault } = deps;
  bind(app, deps, contract.getAccount, ({ session }) => getAccount(db, config, session));
  bind(app, deps, contract.confirmIdentity, ({ session, body }) =>
    commands.confirmIdentity(db, session, body.passwordOrCode, vault, mailer),
  );
  bind(app, deps, contract.startPasskeyConfirmation, ({ actor }) =>
    startConfirmation(db, config, actor),
  );
  bind(app, deps, contract.confirmWithPasskey, ({ session, body }) =>
    commands.confirmWithPasskey(db, session, body.passkey, vault, mailer),
  );
  bind(app, deps, contract.changePassword, async ({ session, actor, body, request, reply }) => {
    await commands.changePassword(db, session, body, vault, mailer);
    await rememberBrowser(db, config, request, reply, actor.id);
    return { message: 'Your password was changed. Your other browsers were signed out.' };
  });
  bind(app, deps, contract.startSecondFactor, ({ session }) =>
    secondFactor.startSecondFactor(db, session, vault, config.site.name),
  );
  bind(app, deps, contract.turnOnSecondFactor, async ({ session, actor, body, request, reply }) => {
    const codes = await secondFactor.turnOnSecondFactor(db, session, body.code, vault, mailer);
    await rememberBrowser(db, config, request, reply, actor.id);
    return codes;
  });
  bind(app, deps, contract.turnOffSecondFactor, ({ session }) =>
    secondFactor.turnOffSecondFactor(db, session, mailer),
  );
  bind(app, deps, contract.renewRecoveryCodes, ({ session }) =>
    secondFactor.renewRecoveryCodes(db, session, mailer),
  );
  bind(app, deps, contract.startPasskey, ({ actor }) => startCreation(db, config, actor));
  bind(app, deps, contract.addPasskey, async ({ session, actor, body, request, reply }) => {
    const added = await passkeys.addPasskey(db, session, body, mailer);
    // The first one has made all browsers strangers.
    await rememberBrowser(db, config, request, reply, actor.id);
    return added;
  });
  bind(app, deps, contract.renamePasskey, ({ session, params, body }) =>
    passkeys.renamePasskey(db, session, { ...params, ...body }),
  );
  bind(app, deps, contract.removePasskey, ({ session, params }) =>
    passkeys.removePasskey(db, session, params.id, mailer),
  );
  bind(app, deps, contract.endOneSession, ({ actor, params }) =>
    commands.endOneSession(db, actor, params.id),
  );
  bind(app, deps, contract.signOutEverywhere, async ({ actor, request, reply }) => {
    await commands.signOutEverywhere(db, actor);
    await endSession(db, config, request, reply);
  });
}
