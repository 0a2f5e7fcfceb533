import { logoutPath } from '#contract/pages.ts';
import { Button } from '#web/ui/button.tsx';

/** Ends the session: by a call where there is script, otherwise by a posted form. */
export function LogoutButton() {
  return (
    <form method="post" action={logoutPath} data-logout="">
      <Button type="submit" look="plain" className="full">
        Logout
      </Button>
    </form>
  );
}
