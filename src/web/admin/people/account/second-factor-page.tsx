import { useQueryClient } from '@tanstack/react-query';
import { Navigate, useSearchParams } from 'react-router';
import { safeRedirectPath } from '#core/platform/safe-redirect.ts';
import { paths } from '#web/admin/client/paths.ts';
import { sessionQuery, useCurrentUser } from '#web/admin/client/session.ts';
import { ConfirmIdentityModal } from '#web/admin/people/account/confirm-identity-modal.tsx';
import { SecondFactors } from '#web/admin/people/account/second-factors.tsx';
import { LeaveQuestion } from '#web/admin/shared/leave-question.tsx';
import { NarrowPage } from '#web/ui/narrow-page.tsx';

/** Where whoever needs a second factor sets one up, right after the password and before anything else. */
export default function SecondFactorPage() {
  const user = useCurrentUser();
  const queryClient = useQueryClient();
  const [query] = useSearchParams();
  const next = safeRedirectPath(query.get('redirectTo'));
  if (user === null) return <Navigate to={paths.loginAndReturn(next)} replace />;
  if (!user.needsSecondFactor) return <Navigate to={next} replace />;
  return (
    <>
      <NarrowPage
        title="One More Step"
        lead="Everybody on this team signs in with a second factor. Set one up, and you can go on: a passkey of this device or of your phone, or an authenticator app."
      >
        <SecondFactors
          onCodesSaved={() =>
            void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
          }
        />
      </NarrowPage>
      <ConfirmIdentityModal />
      <LeaveQuestion />
    </>
  );
}
