import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

// It draws no windows and is therefore faster, but it loads pictures from further below than ordinary browsers.
const shell = 'chromium-headless-shell';
const full = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const aptInstall = 'apt-get install -y -qq';

interface Wish {
  /** The browser that people use, for figures about what they would load. */
  asPeopleHave?: boolean;
}

/**
 * The path of a Chromium on this machine: CHROMIUM_PATH, Playwright's own, or the system's. Null if there is
 * none.
 */
export function findChromium({ asPeopleHave = false }: Wish = {}): string | null {
  const candidates = [process.env.CHROMIUM_PATH ?? '', chromium.executablePath()];
  const found = candidates.find((path) => path !== '' && existsSync(path));
  if (found) return found;
  for (const name of asPeopleHave ? [...full, shell] : [shell, ...full]) {
    const { stdout, status } = spawnSync('which', [name], { encoding: 'utf8' });
    if (status === 0) return stdout.trim();
  }
  return null;
}

/**
 * Finds a Chromium or installs one: Playwright's, otherwise the system's package if permitted. Null if neither
 * works.
 */
export function findOrInstallChromium(): string | null {
  const installers = [
    ['playwright', 'install', 'chromium-headless-shell', 'chromium'],
    ...(process.getuid?.() === 0
      ? [
          [
            'sh',
            '-c',
            `apt-get update -qq && (${aptInstall} chromium ${shell} || ${aptInstall} chromium)`,
          ],
        ]
      : []),
  ];
  for (const [command = '', ...args] of installers) {
    const found = findChromium();
    if (found) return found;
    process.stdout.write(`No Chromium found; trying: ${[command, ...args].join(' ')}\n`);
    spawnSync(command, args, { stdio: 'inherit', timeout: 300_000 });
  }
  return findChromium();
}
