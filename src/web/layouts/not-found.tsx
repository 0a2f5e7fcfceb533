import { BrokenThread } from '#web/layouts/error-screen.tsx';
import classes from '#web/shared/message-screen.module.css';
import { paths } from '#web/client/paths.ts';
import { LinkButton } from '#web/ui/link-button.tsx';

/** For an address that leads nowhere. */
export function NotFound() {
  return (
    <div className={`page ${classes.screen}`}>
      <BrokenThread />
      <h1>Page not found</h1>
      <p className={classes.text}>
        The address may have been mistyped, or the page has moved. Nothing you gave is lost.
      </p>
      <div className={classes.actions}>
        <LinkButton to={paths.home}>Go to the home page</LinkButton>
        <LinkButton to={paths.contact} variant="default">
          Contact us
        </LinkButton>
      </div>
    </div>
  );
}
