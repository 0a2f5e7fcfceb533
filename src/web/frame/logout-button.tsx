import { logoutPath } from '#contract/pages.ts';
import classes from '#web/frame/logout-button.module.css';
import { Button } from '#web/ui/button.tsx';

/** Ends the session: by a call where there is script, otherwise by a posted form. */
export function LogoutButton() {
  return (
    <form className={classes.form} method="post" action={logoutPath} data-logout="">
      <Button type="submit" look="plain" className={classes.button ?? ''}>
        Logout
      </Button>
    </form>
  );
}
