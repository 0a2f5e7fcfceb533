import { paths } from '#web/client/paths.ts';
import classes from '#web/frame/cookie-notice.module.css';
import { Button } from '#web/ui/button.tsx';

/**
 * Says that the site uses cookies. Always drawn; before the first paint, `before-paint.js` hides it from those who have
 * understood, and `src/web/page/cookie-notice.ts` remembers the press for a year.
 */
export function CookieNotice() {
  return (
    <section
      className={`row center small ${classes.notice}`}
      aria-label="Cookies"
      data-cookie-notice=""
    >
      <p className={classes.text}>
        This site uses cookies, but only those it needs to work. Learn more in our{' '}
        <a href={paths.privacyPolicy}>Privacy Policy</a>.
      </p>
      <Button className={classes.button ?? ''} aria-label="I understand, accept cookies">
        I understand
      </Button>
    </section>
  );
}
