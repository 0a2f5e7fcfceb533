import * as contract from '#contract/people/sign-in.ts';
import { checkPasswordLink } from '#server/people/sign-in/account-links.ts';
import * as commands from '#server/people/sign-in/commands.ts';
import { setUpFirstAdministrator } from '#server/people/sign-in/first-administrator.ts';
import { requestPasswordReset } from '#server/people/sign-in/jobs.ts';
import { browserOf, rememberBrowser } from '#server/people/sign-in/known-browsers.ts';
import { passkeyProblem, startSignIn } from '#server/people/sign-in/passkeys.ts';
import { endSession, newcomer, startSession } from '#server/people/sign-in/sessions.ts';
import { serve } from '#server/platform/http/serve.ts';

export const authRoutes = serve(contract, (deps) => {
  const { db, config, boss, mailer, vault, settings } = deps;
  return {
    getSession: async ({ request }) => {
      const session = await deps.findSession(request);
      return session && { ...session.member, needsSecondFactor: session.needsSecondFactor };
    },
    login: async ({ input, request, reply }) => {
      const caller = { address: request.ip, browser: browserOf(config, request) };
      const { user, checked } = await commands.checkCredentials(db, input, caller, vault, mailer);
      await startSession(db, config, request, reply, checked);
      return newcomer(settings, user, checked);
    },
    getSignInWays: async () => ({
      passkeys: passkeyProblem(config) === null,
      provider: config.oidc?.name ?? null,
    }),
    startPasskeySignIn: () => startSignIn(db, config),
    signInWithPasskey: async ({ input, request, reply }) => {
      const { user, checked } = await commands.checkPasskeyAlone(
        db,
        input.passkey,
        request.ip,
        vault,
        mailer,
      );
      await startSession(db, config, request, reply, checked);
      return newcomer(settings, user, checked);
    },
    logout: ({ request, reply }) => endSession(db, config, request, reply),
    forgotPassword: async ({ input }) => {
      await requestPasswordReset(boss, input.email);
      return {
        message: 'If this address belongs to an account, an email with a link is on its way.',
      };
    },
    resetPassword: async ({ input, request, reply }) => {
      const userId = await commands.resetPassword(db, input, deps);
      // Whoever reads the owner's email gets in even while strangers guess.
      await rememberBrowser(db, config, request, reply, userId);
      return { message: 'Your password was changed. You can log in now.' };
    },
    checkPasswordLink: ({ input }) => checkPasswordLink(db, input.token),
    setUpFirstAdministrator: async ({ input, request, reply }) => {
      const { user, checked } = await setUpFirstAdministrator(db, input);
      await startSession(db, config, request, reply, checked);
      return newcomer(settings, user, checked);
    },
  };
});
