import { mailRequests } from '#server/platform/misuse/mail-requests.ts';
import { sendDonorLink } from '#server/publishing/donor-page/commands.ts';

/** Links to all donations of an address, on request. */
export const { ask: requestDonorLink, worker: donorLinkWorker } = mailRequests(
  'donor-link',
  'donor-link',
  sendDonorLink,
);
