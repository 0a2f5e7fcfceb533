import { z } from 'zod';

/** What the server writes into every page about this charity: names and links set by configuration. */
export const siteInfo = z.object({
  name: z.string(),
  tagline: z.string(),
  /** Empty addresses are left out of the page. */
  social: z.object({
    facebook: z.string(),
    instagram: z.string(),
    x: z.string(),
    youtube: z.string(),
  }),
  payments: z.enum(['stripe', 'test']),
  /** In cents. */
  minDonation: z.int(),
  /** In cents. */
  maxDonation: z.int(),
});
/** {@link siteInfo} as a type. */
export type SiteInfo = z.infer<typeof siteInfo>;

/** The id of the page element (`<script type="application/json">`) that holds the {@link siteInfo}. */
export const siteInfoElementId = 'site-info';
