import { Link } from 'react-router';
import { paths } from '#web/client/paths.ts';
import { siteInfo } from '#web/client/site-info.ts';
import { Brand } from '#web/layouts/brand.tsx';
import classes from '#web/layouts/site-footer.module.css';
import { SocialLinks } from '#web/layouts/social-links.tsx';
import { Container } from '#web/ui/container.tsx';

const links = [
  { to: paths.admin.dashboard, text: 'Admin' },
  { to: paths.termsOfService, text: 'Terms of Service' },
  { to: paths.privacyPolicy, text: 'Privacy Policy' },
  { to: paths.contact, text: 'Contact Us' },
];

export function SiteFooter() {
  return (
    <footer className={classes.footer}>
      <Container className={classes.footerRow}>
        <div>
          <Brand />
          <p className={classes.tagline}>{siteInfo.tagline}</p>
          <p>
            <Link to={paths.impact}>Impact</Link>
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
      </Container>
    </footer>
  );
}
