import { createClient } from '../support/client.ts';
import { type Figures, middleAndWorst, say, sayTable } from '../support/report.ts';
import { administrator, databaseKinds, openServer } from '../support/server.ts';

export const description = 'whether response times reveal that an account exists [TRIES]';

/** Known and unknown addresses alternate, so that the machine's other load affects both equally. */
export async function run([tries = '200']: string[]): Promise<Figures[]> {
  const figures: Figures[] = [];
  for (const kind of await databaseKinds()) {
    const server = await openServer(kind);
    const client = createClient(server.url);
    const calls = {
      'POST /api/auth/login': (email: string) =>
        client.post('/api/auth/login', { email, password: 'Wrong-password-1' }),
      'POST /api/auth/forgot-password': (email: string) =>
        client.post('/api/auth/forgot-password', { email }),
    };
    const rows: (string | number)[][] = [];
    let largest = 0;
    for (const [name, send] of Object.entries(calls)) {
      const measured: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
      for (let count = 0; count < Number(tries); count++) {
        for (const who of ['known', 'unknown'] as const) {
          // More guesses than this at one account would be refused.
          await forgetGuesses(server.connection.db);
          const email = who === 'known' ? administrator.email : `nobody-${count}@example.org`;
          const start = performance.now();
          const { status } = await send(email);
          measured[who].push(performance.now() - start);
          if (status !== 401 && status !== 200) throw new Error(`${name} answered ${status}.`);
        }
      }
      const [known, unknown] = [middleAndWorst(measured.known), middleAndWorst(measured.unknown)];
      const difference = Math.abs(known.middle - unknown.middle);
      largest = Math.max(largest, difference);
      rows.push([name, ...[known.middle, unknown.middle, difference].map((ms) => ms.toFixed(1))]);
    }
    say(`${kind}, ${tries} tries each, milliseconds:`);
    sayTable(['call', 'known (median)', 'unknown (median)', 'difference'], rows);
    say('');
    await server.close();
    figures.push({
      database: kind,
      figures: {
        'tries of each kind': Number(tries),
        'milliseconds between the medians': Math.round(largest * 10) / 10,
      },
    });
  }
  return figures;
}

async function forgetGuesses(db: Awaited<ReturnType<typeof openServer>>['connection']['db']) {
  await db.deleteFrom('guessCounters').execute();
}
