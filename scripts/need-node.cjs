/*
 * Loaded before a start or a command (`node -r`): an older Node.js cannot read the files of this software, and would not
 * say so. Written for any version of it, so it is the one file that is no TypeScript.
 */
const needed = Number.parseInt(require('../package.json').engines.node.replace(/\D+/, ''), 10);
if (Number.parseInt(process.versions.node, 10) < needed) {
  process.stderr.write(
    `This needs Node.js ${needed} or newer, and this is ${process.versions.node} (${process.execPath}). Install a newer one; docs/operations.md, section 2, says how.\n`,
  );
  process.exit(1);
}
