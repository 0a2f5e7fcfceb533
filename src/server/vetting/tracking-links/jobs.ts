import { mailRequests } from '#server/platform/misuse/mail-requests.ts';
import { sendTrackingLinks } from '#server/vetting/tracking-links/commands.ts';

/** Links to the nominations of an address, on request. */
export const { ask: requestTrackingLinks, worker: trackingLinksWorker } = mailRequests(
  'tracking-links',
  'tracking-link',
  sendTrackingLinks,
);
