import { CookieConsent } from 'react-cookie-consent';
import { Link } from 'react-router';
import { paths } from '#web/client/paths.ts';
import classes from '#web/layouts/cookie-banner.module.css';

/** Says once that the site uses cookies. By the library's default, it remembers for a year. */
export default function CookieBanner() {
  return (
    <CookieConsent
      disableStyles
      containerClasses={classes.banner ?? ''}
      contentClasses={classes.text ?? ''}
      buttonClasses={classes.button ?? ''}
      customContainerAttributes={{ role: 'region', 'aria-label': 'Cookies' }}
      // The library's label, after the visible words: voice control users say what they see.
      ariaAcceptLabel="I understand, accept cookies"
    >
      This site uses cookies, but only those it needs to work. Learn more in our{' '}
      <Link to={paths.privacyPolicy}>Privacy Policy</Link>.
    </CookieConsent>
  );
}
