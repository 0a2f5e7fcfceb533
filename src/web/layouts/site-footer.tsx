import { Link } from 'react-router';
import { Brand } from '#web/layouts/brand.tsx';
import classes from '#web/layouts/layout.module.css';
import { paths } from '#web/paths.ts';
import { siteInfo } from '#web/site-info.ts';

/** The bottom of every page. */
export function SiteFooter() {
  return (
    <footer className={classes.footer}>
      <div className={`page ${classes.footerRow}`}>
        <div>
          <Brand />
          <p className={classes.tagline}>{siteInfo.tagline}</p>
        </div>
        <div>
          <nav aria-label="Footer">
            <ul className={classes.footerLinks}>
              <li>
                <Link to={paths.admin}>Admin</Link>
              </li>
              <li>
                <Link to={paths.contact}>Contact Us</Link>
              </li>
            </ul>
          </nav>
          <p className={classes.copyright}>Copyright © 2021 {siteInfo.name}</p>
        </div>
      </div>
    </footer>
  );
}
