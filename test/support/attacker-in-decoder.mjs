// Loaded into the process that decodes foreign files, as if one of them had taken it over: tries what an attacker
// would like to do, right before the process ends, and writes down what worked.
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { createRequire, register } from 'node:module';
import { join } from 'node:path';
import { WASI } from 'node:wasi';
import { Worker } from 'node:worker_threads';

const { outDir, dataDir, addon, code } = JSON.parse(
  fs.readFileSync(new URL('attacker.json', import.meta.url), 'utf8'),
);
const secret = join(dataDir, 'secret-key');

const hooks = 'data:text/javascript,';

const attacks = {
  'the environment of the server': () => fs.readFileSync(`/proc/${process.ppid}/environ`),
  'the memory map of the server': () => fs.readFileSync(`/proc/${process.ppid}/maps`),
  'the open files of the server': () => fs.readdirSync(`/proc/${process.ppid}/fd`),
  'its own environment by way of /proc': () => fs.readFileSync('/proc/self/environ'),
  'the secret key': () => fs.readFileSync(secret),
  'the secret key by way of ..': () => fs.readFileSync(`${outDir}/../../secret-key`),
  'the secret key, as bytes': () => fs.readFileSync(Buffer.from(`${outDir}/../../secret-key`)),
  'the secret key by way of a link': () => {
    fs.symlinkSync(secret, join(outDir, 'link'));
    fs.readFileSync(join(outDir, 'link'));
  },
  'the secret key by way of a hard link': () => {
    fs.linkSync(secret, join(outDir, 'hard-link'));
    fs.readFileSync(join(outDir, 'hard-link'));
  },
  'a copy of the secret key': () => fs.cpSync(secret, join(outDir, 'copy')),
  'the secret key by way of a link that is there': () =>
    fs.readFileSync(join(outDir, 'dangling', 'secret-key')),
  'the secret key as settings': () => process.loadEnvFile(secret),
  'the secret key as a module': () => createRequire(outDir)(`${secret}.json`),
  'the database': () => fs.readFileSync(join(dataDir, 'database', 'PG_VERSION')),
  'a database file': () => {
    const { DatabaseSync } = createRequire(import.meta.url)('node:sqlite');
    new DatabaseSync(join(dataDir, 'server.lock'));
  },
  'other uploads': () => fs.readdirSync(join(dataDir, 'files')),
  'what is being processed': () => fs.readdirSync(join(outDir, '..')),
  'the settings': () => fs.readFileSync(join(dataDir, '.env')),
  'files of the system': () => fs.readFileSync('/etc/passwd'),
  'writing elsewhere': () => fs.writeFileSync(join(dataDir, 'planted'), ''),
  'writing our code': () => fs.appendFileSync(code, ''),
  'deleting elsewhere': () => fs.rmSync(join(dataDir, 'expendable')),
  'another program': () => execFileSync('/bin/true'),
  'becoming another program': () => {
    if (process.permission) process.execve('/bin/false', ['false']);
  },
  'a thread without limits': () => new Worker('', { eval: true }),
  'a thread for module hooks': () => register(hooks),
  'machine code': () => process.dlopen({ exports: {} }, addon),
  'machine code by require': () => createRequire(import.meta.url)(addon),
  'files by way of WASI': () => new WASI({ version: 'preview1', preopens: { '/': '/' } }),
  'a report with the environment': () => process.report.writeReport(join(dataDir, 'report')),
  'internals of Node': () => process.binding('spawn_sync'),
};

process.once('exit', () => {
  const worked = Object.keys(attacks).filter((name) => {
    try {
      attacks[name]();
      return true;
    } catch {
      return false;
    }
  });
  fs.writeFileSync(
    join(outDir, 'worked.json'),
    JSON.stringify({ worked, tried: Object.keys(attacks), env: Object.keys(process.env) }),
  );
});
