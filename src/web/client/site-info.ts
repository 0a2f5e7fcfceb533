import { type SiteInfo, siteInfoElementId } from '#contract/site.ts';

// Defaults for a page without the server's element: `vite` on its own, during development.
const fallback: SiteInfo = {
  name: 'Everycent',
  tagline: 'Every cent goes where it was meant to go.',
  social: { facebook: '', instagram: '', x: '', youtube: '' },
  payments: 'test',
  isTrial: true,
  minDonation: 100,
  maxDonation: 99_999_999,
};

function readSiteInfo(): SiteInfo {
  const text = document.getElementById(siteInfoElementId)?.textContent;
  return text ? { ...fallback, ...(JSON.parse(text) as SiteInfo) } : fallback;
}

/** This charity's name, links, and limits, as the server wrote them into the page. */
export const siteInfo = readSiteInfo();
