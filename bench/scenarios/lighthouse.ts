import { needPath, publicPages } from '#contract/pages.ts';
import { createDonationLink } from '#server/donors/donation-links/commands.ts';
import { serveWeb } from '#server/site/serve-web.ts';
import { fill } from '../support/fill.ts';
import { auditColumns, auditRow, openLighthouse } from '../support/lighthouse.ts';
import { publishNeedWithPhotos } from '../support/need-with-photos.ts';
import { say, sayTable } from '../support/report.ts';
import { openServer } from '../support/server.ts';
import { buildWeb } from '../support/web-build.ts';

export const description =
  'Lighthouse with its mobile profile, medians of 5 runs: home, forms, proof, a need with 20 photos, a donation';

const photos = 20;

/** `npm run bench -- lighthouse [RUNS]` */
export async function run([runs = '5']: string[]): Promise<void> {
  buildWeb();
  const server = await openServer('embedded', serveWeb);
  const needId = await publishNeedWithPhotos(server.url, photos);
  await fill(server.connection.db, { donations: 100, amount: 5_000, availableEvery: 2 });
  const { id } = await server.connection.db
    .selectFrom('donations')
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const link = await server.connection.db
    .transaction()
    .execute((trx) => createDonationLink(trx, id, server.mailer));
  const pages = {
    [publicPages.home.path]: server.url + publicPages.home.path,
    [publicPages.donate.path]: server.url + publicPages.donate.path,
    [publicPages.nominate.path]: server.url + publicPages.nominate.path,
    [publicPages.impact.path]: server.url + publicPages.impact.path,
    'a need': server.url + needPath(needId),
    'a donation': link,
  };

  const audit = await openLighthouse();
  const rows: (string | number)[][] = [];
  for (const [name, url] of Object.entries(pages)) {
    const result = await audit(url, Number(runs));
    rows.push([name, ...auditRow(result)]);
    for (const finding of result.findings) say(`${name.padEnd(10)} ${finding}`);
  }
  say('');
  sayTable(['', ...auditColumns], rows);
}
