import type { ProviderRefusal } from '#contract/people/identity-provider.ts';
import { useSignInWays } from '#web/admin/client/session.ts';
import { Banner } from '#web/admin/ui/banner.tsx';

/** Why the provider did not sign somebody in, and what they can do. */
const sentences: Record<ProviderRefusal, (provider: string) => string> = {
  cancelled: (provider) =>
    `You did not finish at ${provider}. You can try again, or sign in another way.`,
  failed: (provider) =>
    `Signing in with ${provider} did not work, or took too long. Please try again. If it happens again, tell an owner of this site.`,
  uninvited: (provider) =>
    `${provider} knows you, and we do not: nobody has invited your address to this team. If you belong to it, ask an owner to invite the address that you have at ${provider}.`,
  unverified: (provider) =>
    `${provider} has not confirmed your email address yet, so we cannot tell who you are. Confirm it there, and try again.`,
  'connect-first': (provider) =>
    `Your account here has a second factor, so your address alone does not sign you in. Sign in with your password or a passkey first, and connect ${provider} on your account page.`,
  taken: (provider) =>
    `That account at ${provider}, or your account here, is connected with another one. Sign in another way, or ask an owner of this site.`,
  'one-factor': (provider) =>
    `Everybody on this team signs in with a second factor, and ${provider} did not say that it asked you for one. Turn it on there, or sign in with your password or a passkey.`,
  another: (provider) =>
    `That is not the account at ${provider} that your account here is connected with. Sign out there, go back to the tab where you were asked, and try again.`,
  'not-asked': (provider) =>
    `${provider} did not say that it asked who you are just now, so it does not confirm that it is you. Go back to the tab where you were asked, and confirm it in another way, or sign out here and in again.`,
};

/** Shown when the browser has come back from the provider for nothing. */
export function ProviderRefusalNote({ reason }: { reason: string | null }) {
  const provider = useSignInWays().data?.provider ?? 'the provider';
  if (reason === null || !Object.hasOwn(sentences, reason)) return null;
  return (
    <div className="above-6 below-6">
      <Banner label="Why you are not signed in">
        <p>{sentences[reason as ProviderRefusal](provider)}</p>
      </Banner>
    </div>
  );
}
