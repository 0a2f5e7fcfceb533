import type { PageHead } from '#contract/pages.ts';
import { type SiteInfo, siteInfoElementId } from '#contract/site.ts';
import { escapeHtml } from '#server/platform/mail/escape-html.ts';

/** The site as a page's head names it. */
export interface Site extends SiteInfo {
  /** Without a trailing slash. */
  publicUrl: string;
}

/**
 * Writes into the page what must be there before any script runs: the charity's name and settings and, for a
 * public page, what a search result or a shared link shows.
 */
export function withHead(html: string, { publicUrl, ...site }: Site, page?: PageHead): string {
  // "<" is escaped, so that no value can end the element.
  const json = JSON.stringify(site).replaceAll('<', '\\u003c');
  const info = `<script type="application/json" id="${siteInfoElementId}">${json}</script>`;
  const title = page ? `${page.title} | ${site.name}` : site.name;
  return html
    .replace(/<title>.*?<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
    .replace(/<meta\s+name="description"[^>]*>/, '')
    .replace('<!--site-info-->', () =>
      [info, ...tags(site, publicUrl, title, page)].join('\n    '),
    );
}

const trialNotice = 'This site is a trial: no card is charged, and no money on it is real.';

const sharedPicture = {
  url: '/share.png',
  width: 1200,
  height: 630,
  text: 'The path of a donation: to a cause, to a person, to a receipt',
};

function tags(site: SiteInfo, publicUrl: string, title: string, page?: PageHead): string[] {
  if (!page) return ['<meta name="robots" content="noindex">'];
  const address = publicUrl + page.path;
  const { picture = sharedPicture } = page;
  // A shared link shows neither the banner nor the page: it must not promise real money for a trial.
  const description = site.isTrial ? `${trialNotice} ${page.description}` : page.description;
  return [
    meta('name', 'description', description),
    `<link rel="canonical" href="${escapeHtml(address)}">`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', site.name),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    meta('property', 'og:image', publicUrl + picture.url),
    meta('property', 'og:image:width', String(picture.width)),
    meta('property', 'og:image:height', String(picture.height)),
    meta('property', 'og:image:alt', picture.text),
    meta('name', 'twitter:card', 'summary_large_image'),
  ];
}

function meta(attribute: 'name' | 'property', key: string, content: string): string {
  return `<meta ${attribute}="${key}" content="${escapeHtml(content)}">`;
}

/** What search engines may read, and where the sitemap is. */
export function robotsTxt(publicUrl: string): string {
  return `User-agent: *
Disallow: /admin
Disallow: /auth/
Disallow: /api/
Disallow: /test-payment/

Sitemap: ${publicUrl}/sitemap.xml
`;
}
