import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandX,
  IconBrandYoutube,
} from '@tabler/icons-react';
import type { SiteInfo } from '#contract/site.ts';
import classes from '#web/frame/social-links.module.css';

const networks = [
  { key: 'facebook', name: 'Facebook', Icon: IconBrandFacebook },
  { key: 'instagram', name: 'Instagram', Icon: IconBrandInstagram },
  { key: 'x', name: 'X', Icon: IconBrandX },
  { key: 'youtube', name: 'YouTube', Icon: IconBrandYoutube },
] as const;

/** Whether this charity is on any social network. */
export function hasSocialLinks({ social }: SiteInfo): boolean {
  return networks.some(({ key }) => social[key] !== '');
}

/** Where to follow this charity. Networks without a link are left out. */
export function SocialLinks({ site }: { site: SiteInfo }) {
  if (!hasSocialLinks(site)) return null;
  return (
    <ul className={`list row gap-1 ${classes.social}`}>
      {networks
        .filter(({ key }) => site.social[key] !== '')
        .map(({ key, name, Icon }) => (
          <li key={key}>
            <a
              href={site.social[key]}
              target="_blank"
              rel="noopener"
              aria-label={`${name} (opens in a new tab)`}
              title={name}
            >
              <Icon size={24} aria-hidden="true" />
            </a>
          </li>
        ))}
    </ul>
  );
}
