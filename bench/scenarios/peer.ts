import { publicPages } from '#contract/pages.ts';
import { serveWeb } from '#server/site/serve-web.ts';
import { fill } from '../support/fill.ts';
import { auditColumns, auditRow, openLighthouse } from '../support/lighthouse.ts';
import { pageReader } from '../support/page-reader.ts';
import { perSecond } from '../support/rate.ts';
import { say, sayTable } from '../support/report.ts';
import { openServer } from '../support/server.ts';
import { buildWeb } from '../support/web-build.ts';

export const description =
  'our pages beside those of another site on this machine: peer HOME [FORM], each the address of a page of it';

const runs = 5;
const connections = 16;
const seconds = 5;

/**
 * `npm run bench -- peer http://127.0.0.1:8080/ http://127.0.0.1:8080/donate`: the home page and the donation form of
 * another site, such as a WordPress with a donation plugin, which has to run on this machine, too.
 */
export async function run(addresses: string[]): Promise<void> {
  const [home, form] = addresses;
  if (home === undefined || !addresses.every((address) => URL.canParse(address))) {
    say('npm run bench -- peer HOME [FORM]: the addresses of the pages of another site.');
    process.exitCode = 1;
    return;
  }
  buildWeb();
  const server = await openServer('embedded', serveWeb);
  await fill(server.connection.db, { donations: 1_000, amount: 5_000, availableEvery: 2 });
  const pages = [
    { name: 'home, ours', url: server.url + publicPages.home.path },
    { name: 'home, theirs', url: home },
    ...(form === undefined
      ? []
      : [
          { name: 'form, ours', url: server.url + publicPages.donate.path },
          { name: 'form, theirs', url: form },
        ]),
  ];
  const audit = await openLighthouse();
  const rows: (string | number)[][] = [];
  for (const { name, url } of pages) {
    const result = await audit(url, runs);
    const rate = await perSecond(pageReader(url, connections), connections, seconds);
    rows.push([name, ...auditRow(result), Math.round(rate)]);
  }
  say(
    `Lighthouse, mobile, medians of ${runs} runs; requests a second by ${connections} connections.`,
  );
  say('Both sites, the browser, and the readers share the cores.\n');
  sayTable(['', ...auditColumns, 'requests/s'], rows);
}
