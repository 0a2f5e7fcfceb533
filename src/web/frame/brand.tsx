import type { SiteInfo } from '#contract/site.ts';
import { paths } from '#web/client/paths.ts';
import classes from '#web/frame/brand.module.css';

/** The logo and the name, linked to the home page. */
export function Brand({ site }: { site: SiteInfo }) {
  return (
    <a href={paths.home} className={`display tap ${classes.brand}`}>
      <svg viewBox="0 0 32 32" aria-hidden="true" fill="none" strokeWidth="3" strokeLinecap="round">
        <circle cx="16" cy="16" r="15" fill="var(--evergreen)" />
        <path d="M21.5 11.2a7.2 7.2 0 1 0 0 9.6" stroke="var(--on-evergreen)" />
        <path d="M16 5.5v3.4M16 23.1v3.4" stroke="var(--marigold)" />
      </svg>
      <span>{site.name}</span>
    </a>
  );
}
