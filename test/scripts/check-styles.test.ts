import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEach, expect, test } from 'vitest';

const script = resolve('scripts/check-styles.ts');
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** The output of the check for a project with these styles of the theme, styles of a module, and elements. */
function check(theme: string, module: string, elements: string) {
  const folder = mkdtempSync(join(tmpdir(), 'everycent-styles-'));
  folders.push(folder);
  const files = {
    'theme/layout.css': theme,
    'site/part.module.css': module,
    'site/part.tsx': `import classes from '#web/site/part.module.css';\n${elements}`,
  };
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, 'src/web', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const { status, stdout } = spawnSync(process.execPath, [script], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { code: status, said: stdout };
}

test('classes that are defined and used are fine', () => {
  const { code, said } = check(
    '/* Not .this */ .row { gap: 0.5rem; } @media (max-width: 1.5px) { .soft:empty { color: red; } }',
    '.part > :global(.mantine-Input) { margin: 0; }',
    `<p className={isOpen ? \`row \${classes.part}\` : undefined}><b className="soft" /></p>`,
  );
  expect(said).toContain('1 modules read, 0 problems.');
  expect(code).toBe(0);
});

test.each([
  ['<p className="row sofd">', 'nothing in src/web/theme defines "sofd"'],
  ['<p className="row soft">', 'src/web/site/part.module.css: no element has the class "part"'],
  [`<p className={\`row \${classes.part}\`}>`, 'src/web/theme: no element has the class "soft"'],
  ['<p className={classes.pard}>', 'src/web/site/part.module.css has no class "pard"'],
])('what differs is reported: %s', (elements, problem) => {
  const { code, said } = check('.row { } .soft { }', '.part { }', elements);
  expect(said).toContain(problem);
  expect(code).toBe(1);
});
