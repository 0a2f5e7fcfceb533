import { setTimeout as sleep } from 'node:timers/promises';
import { checkLedger } from '#server/ledger/check-ledger.ts';
import { readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/db/connect.ts';
import { createClient, signIn } from '../support/client.ts';
import { Acknowledged, workUntilCut } from '../support/mixed-load.ts';
import { type Figures, middleAndWorst, say, sayTable } from '../support/report.ts';
import { type DatabaseKind, databaseKinds, newEnvironment } from '../support/server.ts';
import { startServerProcess } from '../support/server-process.ts';
import { buildWeb } from '../support/web-build.ts';

export const description = 'acknowledged writes lost by `kill -9` under load, on both databases';

/** `-- kill [TIMES]`: the number of kills on each database, each at a random moment of the load. */
export async function run([times = '40']: string[]): Promise<Figures[]> {
  buildWeb();
  const reached: Killed[] = [];
  for (const kind of await databaseKinds()) {
    reached.push(await killRepeatedly(kind, Number(times)));
  }
  say('');
  sayTable(
    [
      'database',
      'kills',
      'acknowledged',
      'lost',
      'ledger differences',
      'back after, s (middle / worst)',
    ],
    reached.map(({ kind, kills, acknowledged, lost, differences, back: { middle, worst } }) => [
      ...[kind, kills, acknowledged, lost, differences],
      `${middle.toFixed(1)} / ${worst.toFixed(1)}`,
    ]),
  );
  if (reached.some(({ lost, differences }) => lost + differences > 0)) process.exitCode = 1;
  return reached.map(({ kind, kills, acknowledged, lost, differences, back }) => ({
    database: kind,
    figures: {
      kills,
      'writes acknowledged': acknowledged,
      lost,
      'ledger differences': differences,
      'seconds until it is back, at worst': Math.round(back.worst * 10) / 10,
    },
  }));
}

/** The results of this many kills of a server. */
interface Killed {
  kind: DatabaseKind;
  kills: number;
  acknowledged: number;
  lost: number;
  differences: number;
  back: ReturnType<typeof middleAndWorst>;
}

async function killRepeatedly(kind: DatabaseKind, kills: number): Promise<Killed> {
  const environment = await newEnvironment(kind);
  const config = readConfig(environment);
  const done = new Acknowledged();
  const lost = new Set<string>();
  const starts: number[] = [];
  let differences = 0;
  let cookie = '';
  let causeId = '';

  for (let kill = 1; kill <= kills; kill++) {
    const startedAt = performance.now();
    const server = await startServerProcess(environment);
    // The very first start also creates the database.
    if (kill > 1) starts.push((performance.now() - startedAt) / 1000);
    if (kill === 1) {
      cookie = await signIn(config.publicUrl);
      const client = createClient(config.publicUrl, cookie);
      const cause = await client.post('/api/causes', { name: 'Shelter' });
      causeId = ((await cause.json()) as { id: string }).id;
    }
    const load = workUntilCut(createClient(config.publicUrl, cookie), causeId, done);
    // Some kills come right after the start, when the database has just recovered.
    await Promise.race([sleep(100 + Math.random() * 2_400), load]);
    await server.kill();
    await load;

    // Opened here, because what counts is what is on the disk.
    const connection = await openDatabase(config);
    for (const line of await done.lostIn(connection.db)) lost.add(line);
    differences += (await checkLedger(connection.db)).length;
    await connection.close();
    say(
      `${kind}: kill ${kill} of ${kills}, ${done.count} writes acknowledged, ${lost.size} lost, ${differences} differences in the ledger`,
    );
  }
  for (const line of [...lost].slice(0, 10)) say(`  lost: ${line}`);
  const back = middleAndWorst(starts);
  return { kind, kills, acknowledged: done.count, lost: lost.size, differences, back };
}
