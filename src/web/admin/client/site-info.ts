import { type SiteInfo, siteInfoElementId } from '#contract/site.ts';

function readSiteInfo(): SiteInfo {
  const text = document.getElementById(siteInfoElementId)?.textContent;
  if (!text) throw new Error('The page does not say which site it belongs to.');
  return JSON.parse(text) as SiteInfo;
}

/** This charity's name, links, and limits, as the server wrote them into the page. */
export const siteInfo = readSiteInfo();
