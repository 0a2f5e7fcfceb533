import { CookieConsent } from 'react-cookie-consent';
import { Link } from 'react-router';
import classes from '#web/layouts/cookie-banner.module.css';
import { paths } from '#web/client/paths.ts';

/** Says once that the site uses cookies. What is not set here is the library's default: it remembers for a year. */
export default function CookieBanner() {
  return (
    <CookieConsent
      disableStyles
      containerClasses={classes.banner ?? ''}
      contentClasses={classes.text ?? ''}
      buttonClasses={classes.button ?? ''}
      customContainerAttributes={{ role: 'region', 'aria-label': 'Cookies' }}
      // The library's label, after the words that are seen: who speaks to a computer says those.
      ariaAcceptLabel="I understand, accept cookies"
    >
      This site uses cookies, and only those it needs to work. More in our{' '}
      <Link to={paths.privacyPolicy}>Privacy Policy</Link>.
    </CookieConsent>
  );
}
