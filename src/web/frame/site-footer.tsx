import type { SiteInfo } from '#contract/site.ts';
import { paths } from '#web/client/paths.ts';
import { Brand } from '#web/frame/brand.tsx';
import classes from '#web/frame/site-footer.module.css';
import { SocialLinks } from '#web/frame/social-links.tsx';
import { Container } from '#web/ui/container.tsx';

const links = [
  { to: paths.admin.dashboard, text: 'Admin' },
  { to: paths.termsOfService, text: 'Terms of Service' },
  { to: paths.privacyPolicy, text: 'Privacy Policy' },
  { to: paths.contact, text: 'Contact Us' },
];

/** The footer of every page. */
export function SiteFooter({ site }: { site: SiteInfo }) {
  return (
    <footer className={classes.footer}>
      <Container className={`row pad-y-10 end between ${classes.footerRow}`}>
        <div>
          <Brand site={site} />
          <p className="above-1 soft">{site.tagline}</p>
          <p>
            <a href={paths.impact}>Where the money goes</a>
          </p>
          <p>
            <a href={paths.howWeWork}>How we work</a>
          </p>
          <p>
            <a href={paths.donorPage}>Find my donations</a>
          </p>
          <p>
            <a href={paths.trackingPage}>Find my nominations</a>
          </p>
          <SocialLinks site={site} />
        </div>
        <div>
          <nav aria-label="Footer">
            <ul className={`list row below-1 ${classes.footerLinks}`}>
              {links.map(({ to, text }) => (
                <li key={to}>
                  <a className="tap" href={to}>
                    {text}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <p className="soft small">{`Copyright © 2021 ${site.name}`}</p>
        </div>
      </Container>
    </footer>
  );
}
