import { globSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { basename } from 'node:path';
import { cleanUp } from './support/clean-up.ts';
import { say } from './support/report.ts';

/** `npm run bench -- NAME`: runs one scenario and prints its figures, with the command and the machine. */

interface Scenario {
  /** One line for the list of scenarios. */
  description: string;
  run(args: string[]): Promise<void>;
}

const paths = globSync(`${import.meta.dirname}/scenarios/*.ts`).sort();
const [name = '', ...args] = process.argv.slice(2);
const path = paths.find((candidate) => basename(candidate, '.ts') === name);

if (path) {
  say(`$ npm run bench -- ${[name, ...args].join(' ')}`);
  say(`${new Date().toISOString()} · Node ${process.version} · ${machine()}\n`);
  const scenario: Scenario = await import(path);
  process.once('SIGINT', () => void cleanUp().then(() => process.exit(130)));
  try {
    await scenario.run(args);
  } finally {
    await cleanUp();
  }
} else {
  say(
    name
      ? `There is no scenario "${name}". There are:`
      : 'npm run bench -- NAME, with NAME one of:',
  );
  for (const candidate of paths) {
    const { description }: Scenario = await import(candidate);
    say(`  ${basename(candidate, '.ts').padEnd(12)} ${description}`);
  }
  process.exitCode = name ? 1 : 0;
}

function machine(): string {
  return `${availableParallelism()} × ${cpus()[0]?.model.trim() || process.arch}`;
}
