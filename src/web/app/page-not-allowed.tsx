import { paths } from '#web/admin/client/paths.ts';
import { LinkButton } from '#web/admin/ui/link-button.tsx';
import { MessageScreen } from '#web/ui/message-screen.tsx';

/** In place of a page that somebody has opened by its address, or whose right was taken away meanwhile. */
export function PageNotAllowed() {
  return (
    <MessageScreen
      title="This Page Is Not for Your Roles"
      text="If you need it for your work, ask an owner of this site."
    >
      <LinkButton to={paths.admin.dashboard}>Back to the Dashboard</LinkButton>
    </MessageScreen>
  );
}
