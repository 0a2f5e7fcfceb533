import type { SiteInfo } from '#contract/site.ts';

// Only what a page without the server's element needs: `vite` on its own, while developing.
const fallback: SiteInfo = {
  name: 'Everycent',
  tagline: 'Every cent goes where it was meant to go.',
  social: { facebook: '', instagram: '', x: '', youtube: '' },
  payments: 'test',
  minDonation: 100,
  maxDonation: 99_999_999,
};

// The id is the contract's siteInfoElementId; importing the value would bring zod to every page.
const elementId: typeof import('#contract/site.ts').siteInfoElementId = 'site-info';

function readSiteInfo(): SiteInfo {
  const text = document.getElementById(elementId)?.textContent;
  return text ? { ...fallback, ...(JSON.parse(text) as SiteInfo) } : fallback;
}

/** This charity's name, links and limits, as the server wrote them into the page. */
export const siteInfo = readSiteInfo();
