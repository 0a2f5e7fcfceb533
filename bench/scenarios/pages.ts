import { donationPagePath, needPath, publicPages } from '#contract/pages.ts';
import { serveWeb } from '#server/site/serve-web.ts';
import { signIn } from '../support/client.ts';
import { fill } from '../support/fill.ts';
import { publishNeedWithPhotos } from '../support/need-with-photos.ts';
import { pageReader } from '../support/page-reader.ts';
import { perSecond } from '../support/rate.ts';
import { middleAndWorst, say, sayTable } from '../support/report.ts';
import { databaseKinds, openServer } from '../support/server.ts';
import { buildWeb } from '../support/web-build.ts';

export const description =
  'milliseconds to draw each public page, and pages a second, kept and not kept';

const connections = 16;
const seconds = 3;
const draws = 50;
const photos = 20;

/**
 * `npm run bench -- pages`: a page is kept for visitors without a session. One with a session gets every page read and
 * drawn anew, which is what a page costs that is not kept.
 */
export async function run(): Promise<void> {
  buildWeb();
  const rows: (string | number)[][] = [];
  for (const kind of await databaseKinds()) {
    const server = await openServer(kind, serveWeb);
    const needId = await publishNeedWithPhotos(server.url, photos);
    await fill(server.connection.db, { donations: 1_000, amount: 5_000, availableEvery: 2 });
    const cookie = await signIn(server.url);
    const { privacyPolicy, home, donate, nominate, impact } = publicPages;
    const paths = [home, donate, nominate, impact, privacyPolicy].map(({ path }) => path);
    for (const path of [...paths, needPath(needId), donationPagePath]) {
      const url = server.url + path;
      const draw = pageReader(url, 1, cookie);
      const times: number[] = [];
      for (let count = 0; count < draws; count++) {
        const startedAt = performance.now();
        await draw();
        times.push(performance.now() - startedAt);
      }
      rows.push([
        `${path === needPath(needId) ? `a need with ${photos} photos` : path}, ${kind}`,
        middleAndWorst(times).middle.toFixed(1),
        Math.round(await perSecond(pageReader(url, connections), connections, seconds)),
        Math.round(await perSecond(pageReader(url, connections, cookie), connections, seconds)),
      ]);
    }
    await server.close();
  }
  say(`${connections} connections; readers, server, and PostgreSQL share the cores.\n`);
  sayTable(['', 'ms to read and draw', 'kept, pages/s', 'not kept, pages/s'], rows);
}
