import { globSync, readFileSync } from 'node:fs';
import { dirname, normalize, relative } from 'node:path';

/**
 * Enforces the direction that `docs/architecture.md` draws: imports, including types, lead down only, and neither
 * folders nor files form a circle.
 */

/** The domains, lowest first: of the rules, of the contract, and of the server. */
const domains = [
  'platform',
  'ledger',
  'people',
  'provider',
  'vetting',
  'donors',
  'volunteers',
  'receipts',
  'giving',
  'plans',
  'payments',
  'spending',
  'banking',
  'publishing',
  'imports',
  'privacy',
  'operations',
  'exports',
  'overview',
].map((domain) => [domain]);

/**
 * The contents of a folder, lowest first: each may import what comes before it. Names on one line must not import
 * each other, and `*` stands for the folder's own files that are not named.
 */
const layers: Record<string, string[][]> = {
  src: [['core'], ['contract'], ['server', 'web']],
  'src/core': [...domains, ['*']],
  'src/contract': [['*'], ...domains, ['documents.ts'], ['index.ts'], ['audit-actions.ts']],
  'src/server': [...domains, ['site'], ['*']],
  // Documents and the application share what is below them, and the script of every page.
  'src/web': [
    ['theme', 'ui'],
    ['client'],
    ['shared'],
    ['frame'],
    ['site', 'admin'],
    ['page'],
    ['render', 'app'],
  ],
  // A page opens the dialogs of what comes before it: that of a donation those of spending.
  'src/web/admin': [
    ['ui', 'client'],
    ['shared'],
    ['people', 'provider', 'volunteers', 'receipts', 'plans', 'publishing', 'banking'],
    ['payments', 'imports', 'privacy', 'exports', 'operations', 'spending'],
    ['overview'],
    ['donors'],
    ['giving', 'vetting'],
  ],
  'src/web/site': [
    ['shared'],
    ['publishing', 'vetting', 'receipts', 'plans', 'donors', 'legal'],
    ['giving', 'home'],
  ],
};

/** What is done must not know HTTP, so that a job, a script, and a test can do it. */
const withoutHttp = /\/(commands|queries|policy|emails|jobs)\.ts$/;
const inFeature = /^src\/server\/(?!platform\/|site\/)[\w-]+\//;
/** Only these files of a feature know it: they answer requests, or say which of them a second person approves. */
const withHttp = /\/(routes|webhooks|([\w-]+-)?four-eyes|[\w-]+-cookie)\.ts$/;
const alsoWithHttp = [
  'src/server/people/sign-in/sessions.ts',
  'src/server/people/sign-in/known-browsers.ts',
  'src/server/payments/payments/test-payments.ts',
  'src/server/publishing/contact/security-txt.ts',
  'src/server/publishing/files/send-file.ts',
  // A proposal is a request for approval.
  'src/server/spending/allocations/proposals.ts',
];
const http = /^src\/server\/platform\/http\/|^fastify$|^@fastify\//;

const roots = {
  '#core/': 'src/core/',
  '#contract/': 'src/contract/',
  '#server/': 'src/server/',
  '#web/': 'src/web/',
};
const problems: string[] = [];
const imports = readImports();
for (const [folder, order] of Object.entries(layers)) checkLayers(folder, order);
for (const folder of new Set([...imports.keys()].flatMap(foldersAbove))) checkCircles(folder);
for (const [file, targets] of imports) {
  if (mayKnowHttp(file)) continue;
  for (const target of targets) {
    if (!http.test(target)) continue;
    problems.push(`${file} imports ${target}: what a feature does knows nothing of HTTP.`);
  }
}
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`${imports.size} files read, ${problems.length} problems.\n`);
process.exitCode = problems.length === 0 && imports.size > 0 ? 0 : 1;

function mayKnowHttp(file: string): boolean {
  if (withoutHttp.test(file)) return false;
  return !inFeature.test(file) || withHttp.test(file) || alsoWithHttp.includes(file);
}

/** Every source file and what it imports: our own files by their path, packages by their name. */
function readImports(): Map<string, string[]> {
  const files = globSync('src/**/*.{ts,tsx}')
    .filter((path) => !path.includes('.test.'))
    .sort();
  return new Map(
    files.map((file) => {
      const text = readFileSync(file, 'utf8');
      const named = [...text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'([^']+)'/g)];
      return [file, named.map(([, name = '']) => resolve(file, name))];
    }),
  );
}

function resolve(file: string, name: string): string {
  if (name.startsWith('.')) return normalize(`${dirname(file)}/${name}`);
  for (const [alias, folder] of Object.entries(roots)) {
    if (name.startsWith(alias)) return folder + name.slice(alias.length);
  }
  return name;
}

function checkLayers(folder: string, order: string[][]): void {
  const unplaced = new Set<string>();
  const levelOf = (path: string) => {
    const child = childOf(folder, path);
    const name = child.replace(/\/$/, '');
    const isNamed = child.endsWith('/') || order.some((names) => names.includes(name));
    const key = isNamed ? name : '*';
    const level = order.findIndex((names) => names.includes(key));
    if (level === -1) unplaced.add(`${folder} has no place for "${key}" in its order.`);
    return { key, level };
  };
  for (const [file, targets] of imports) {
    if (!file.startsWith(`${folder}/`)) continue;
    const from = levelOf(file);
    for (const target of targets) {
      if (!target.startsWith(`${folder}/`)) continue;
      const to = levelOf(target);
      if (to.level < from.level || to.key === from.key) continue;
      problems.push(
        `${file} imports ${target}: in ${folder}, ${from.key} stands below ${to.key} and must not know it.`,
      );
    }
  }
  problems.push(...unplaced);
}

/** Names a circle among the direct contents of a folder, files and subfolders alike. */
function checkCircles(folder: string): void {
  const edges = new Map<string, Map<string, string>>();
  for (const [file, targets] of imports) {
    if (!file.startsWith(`${folder}/`)) continue;
    for (const target of targets) {
      if (!target.startsWith(`${folder}/`)) continue;
      const [from, to] = [childOf(folder, file), childOf(folder, target)];
      if (from === to && from.endsWith('/')) continue;
      const known = edges.get(from) ?? new Map();
      if (!known.has(to)) known.set(to, `${file} imports ${target}`);
      edges.set(from, known);
    }
  }
  const done = new Set<string>();
  for (const start of edges.keys()) {
    const circle = findCircle(start, edges, done, []);
    if (!circle) continue;
    const steps = circle.map((from, place) => {
      const to = circle[(place + 1) % circle.length] ?? '';
      return `  ${edges.get(from)?.get(to)}`;
    });
    problems.push(`A circle in ${folder}: ${[...circle, circle[0]].join(' → ')}`, ...steps);
  }
}

function findCircle(
  node: string,
  edges: Map<string, Map<string, string>>,
  done: Set<string>,
  path: string[],
): string[] | null {
  const seenAt = path.indexOf(node);
  if (seenAt !== -1) return path.slice(seenAt);
  if (done.has(node)) return null;
  done.add(node);
  for (const next of edges.get(node)?.keys() ?? []) {
    const circle = findCircle(next, edges, done, [...path, node]);
    if (circle) return circle;
  }
  return null;
}

/** The part of a path that is directly in a folder: a file's name, or a subfolder's with a slash. */
function childOf(folder: string, path: string): string {
  const [first = '', ...rest] = relative(folder, path).split('/');
  return rest.length > 0 ? `${first}/` : first;
}

function foldersAbove(path: string): string[] {
  const folder = dirname(path);
  return folder === '.' ? [] : [folder, ...foldersAbove(folder)];
}
