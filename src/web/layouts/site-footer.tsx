import { Link } from 'react-router';
import { Brand } from '#web/layouts/brand.tsx';
import classes from '#web/layouts/site-header.module.css';
import { SocialLinks } from '#web/layouts/social-links.tsx';
import { paths } from '#web/client/paths.ts';
import { siteInfo } from '#web/client/site-info.ts';

const links = [
  { to: paths.admin, text: 'Admin' },
  { to: paths.termsOfService, text: 'Terms of Service' },
  { to: paths.privacyPolicy, text: 'Privacy Policy' },
  { to: paths.contact, text: 'Contact Us' },
];

/** The bottom of every page. */
export function SiteFooter() {
  return (
    <footer className={classes.footer}>
      <div className={`page ${classes.footerRow}`}>
        <div>
          <Brand />
          <p className={classes.tagline}>{siteInfo.tagline}</p>
          <p>
            <Link to={paths.impact}>Where the money is</Link>
          </p>
          <SocialLinks />
        </div>
        <div>
          <nav aria-label="Footer">
            <ul className={classes.footerLinks}>
              {links.map(({ to, text }) => (
                <li key={to}>
                  <Link to={to}>{text}</Link>
                </li>
              ))}
            </ul>
          </nav>
          <p className={classes.copyright}>Copyright © 2021 {siteInfo.name}</p>
        </div>
      </div>
    </footer>
  );
}
