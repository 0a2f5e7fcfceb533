import { existsSync, readFileSync } from 'node:fs';

/**
 * Checks that every test named in `docs/spec-coverage.md` exists. A line names a test as `path › title of the
 * test`; the title must appear in the file exactly as written.
 */

const document = readFileSync('docs/spec-coverage.md', 'utf8');
const named = [...document.matchAll(/`(test\/[\w./-]+|src\/[\w./-]+)(?: › ([^`]+))?`/g)];
const problems = named.flatMap(([, path = '', title]) => {
  if (!existsSync(path)) return [`${path} does not exist.`];
  if (title && !readFileSync(path, 'utf8').includes(title)) return [`${path} has no "${title}".`];
  return [];
});

for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`${named.length} tests named, ${problems.length} missing.\n`);
process.exitCode = problems.length === 0 && named.length > 0 ? 0 : 1;
