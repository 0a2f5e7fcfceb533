import { Outlet } from 'react-router';
import { ApplicationFrame } from '#web/app/application-frame.tsx';
import { MainContent } from '#web/frame/main-content.tsx';

/** The pages for signing in and for regaining access. */
export function SignInLayout() {
  return (
    <ApplicationFrame>
      <MainContent>
        <Outlet />
      </MainContent>
    </ApplicationFrame>
  );
}
