import { expect, test } from 'vitest';
import { browserName } from '#core/people/browser-name.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Firefox on Windows',
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/150.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/150.0.0.0 Safari/537.36 Edg/150.0`,
    'Edge on Windows',
  ],
  [
    `Mozilla/5.0 (Linux; Android 16; K) ${webkit} Chrome/150.0.0.0 Mobile Safari/537.36`,
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15',
    'Safari on Mac',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64) ${webkit} Chrome/150.0 Safari/537.36`, 'Chrome on ChromeOS'],
  [
    `Mozilla/5.0 (Linux; Android 16) ${webkit} SamsungBrowser/29.0 Chrome/150.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/150.0 Safari/537.36 OPR/120.0`,
    'Opera on Windows',
  ],
  [`Mozilla/5.0 (Linux; Android 16) ${webkit} Chrome/150.0 EdgA/150.0`, 'Edge on Android'],
  ['Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 EdgiOS/150.0 Safari/604.1', 'Edge on iPhone'],
  ['Mozilla/5.0 (iPad) AppleWebKit/605.1.15 FxiOS/140.0 Safari/605.1', 'Firefox on iPad'],
  ['Mozilla/5.0 (iPad) AppleWebKit/605.1.15 CriOS/150.0 Safari/605.1', 'Chrome on iPad'],
  [
    `Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/150.0 Safari/537.36`,
    'Chrome on Linux',
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chromium/150.0 Safari/537.36`, 'Chrome on Linux'],
  ['Something (Macintosh)', 'Mac'],
  ['Firefox/140.0', 'Firefox'],
  ['curl/8.5.0', 'Unknown browser'],
  ['', 'Unknown browser'],
])('%s', (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
