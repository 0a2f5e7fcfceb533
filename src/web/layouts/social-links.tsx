import {
  IconBrandFacebook,
  IconBrandInstagram,
  IconBrandX,
  IconBrandYoutube,
} from '@tabler/icons-react';
import { siteInfo } from '#web/client/site-info.ts';
import classes from '#web/layouts/social-links.module.css';

const networks = [
  { address: siteInfo.social.facebook, name: 'Facebook', Icon: IconBrandFacebook },
  { address: siteInfo.social.instagram, name: 'Instagram', Icon: IconBrandInstagram },
  { address: siteInfo.social.x, name: 'X', Icon: IconBrandX },
  { address: siteInfo.social.youtube, name: 'YouTube', Icon: IconBrandYoutube },
].filter(({ address }) => address !== '');

/** Whether this charity is on any social network. */
export const hasSocialLinks = networks.length > 0;

/** Where to follow this charity. Networks without a link are left out. */
export function SocialLinks() {
  return (
    <ul className={classes.social}>
      {networks.map(({ address, name, Icon }) => (
        <li key={name}>
          <a
            href={address}
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
