import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '#server/platform/config.ts';
import { recordFigures } from '#test/support/figures.ts';

/** The problems of these variables, one line each. */
function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message
      .split('\n')
      .slice(1)
      .map((line) => line.replace('  - ', ''));
  }
}

const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
const team = { TEAM_EMAIL: 'team@give.example', SMTP_URL: 'smtp://mail.example' };
const https = { PUBLIC_URL: 'https://give.example' };

test('a secret key that is too short is refused, and never shown', () => {
  const problems = problemsOf({ SECRET_KEY: 'hunter2' });
  const [problem = ''] = problems;
  const inTheClear = problemsOf({ ...stripe, ...team, STRIPE_SECRET_KEY: 'sk_live_1' });
  recordFigures('A40', {
    'weak settings': 2,
    'that boot': Number(!problems[0]) + Number(!inTheClear[0]),
  });
  expect(problem).toContain('SECRET_KEY is not valid: it must be at least 32 random characters');
  expect(problem).not.toContain('hunter2');
  expect(inTheClear).toHaveLength(1);
});

describe('without any variable', () => {
  test('everything works on a laptop', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      databaseUrl: null,
      firstAdministrator: null,
      stripe: null,
      smtpUrl: null,
      mailFrom: 'Everycent <no-reply@localhost>',
      teamEmail: null,
      site: { name: 'Everycent' },
      currency: 'USD',
      donation: {
        minCents: 100,
        maxCents: 99_999_999,
      },
      defaults: { presetCents: [2_500, 5_000, 10_000, 25_000] },
      trustProxy: [],
    });
  });

  test.each([
    [{ DONATION_PRESETS: '100, 20,5.50' }, [10_000, 2_000, 550]],
    [{ DONATION_PRESETS: 'none' }, []],
    [{ CURRENCY: 'JPY', DONATION_PRESETS: '1000,¥2500' }, [1_000, 2_500]],
    [{ CURRENCY: 'KWD', DONATION_PRESETS: '1.5,2.250' }, [1_500, 2_250]],
    // Without a setting, only what the limits allow is offered.
    [{ MIN_DONATION_CENTS: '5000', MAX_DONATION_CENTS: '10000' }, [5_000, 10_000]],
  ])('%j offers %j', (variables, presetCents) => {
    expect(readConfig(variables).defaults).toMatchObject({ presetCents });
  });

  test('and an empty one counts as none', () => {
    const names = ['PORT', 'HOST', 'PUBLIC_URL', 'DATA_DIR', 'DATABASE_URL', 'SITE_NAME'];
    const more = ['MIN_DONATION_CENTS', 'MAX_DONATION_CENTS', 'LOG_LEVEL', 'SMTP_URL'];
    const empty = Object.fromEntries([...names, ...more].map((name) => [name, '']));
    expect(readConfig(empty)).toEqual(readConfig({}));
  });
});

describe('what is set', () => {
  test('arrives', () => {
    expect(
      readConfig({
        ...stripe,
        PORT: '8080',
        HOST: '0.0.0.0',
        PUBLIC_URL: 'https://give.example///',
        DATABASE_URL: 'postgres://me@db/charity',
        ADMIN_EMAIL: 'first@give.example',
        ADMIN_PASSWORD: 'Correct-horse-7',
        SITE_NAME: 'Giving',
        TRUST_PROXY: '10.0.0.0/8, 192.168.0.1',
        X_URL: 'https://x.com/giving',
      }),
    ).toMatchObject({
      port: 8080,
      host: '0.0.0.0',
      publicUrl: 'https://give.example',
      databaseUrl: 'postgres://me@db/charity',
      firstAdministrator: { email: 'first@give.example', password: 'Correct-horse-7' },
      stripe: { secretKey: 'sk_test_1', webhookSecrets: ['whsec_1'], apiBase: null },
      mailFrom: 'Giving <no-reply@give.example>',
      site: { name: 'Giving', social: { x: 'https://x.com/giving' } },
      trustProxy: ['10.0.0.0/8', '192.168.0.1'],
    });
  });

  test('a live key on https is accepted', () => {
    const live = { ...stripe, ...https, ...team, STRIPE_SECRET_KEY: 'sk_live_1' };
    expect(problemsOf(live)).toEqual([]);
  });
});

// As browsers parse them: in any case, with spaces and line breaks that they ignore, or encoded.
test.each([
  ...[
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    '\tjavascript:alert(1)',
  ],
  ...[
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    'java\r\nscript:alert(1)',
    '\u0001javascript:1',
  ],
  ...[
    'javascript&colon;alert(1)',
    'javascript%3Aalert(1)',
    '&#106;avascript:alert(1)',
    'jav&#x09;ascript:1',
  ],
  ...[
    'javascript://x%0aalert(1)',
    'data:text/html,<script>1</script>',
    'DATA:text/html;base64,PHM+',
  ],
  ...[
    'vbscript:msgbox(1)',
    'blob:https://x.example/1',
    'file:///etc/passwd',
    '//evil.example',
    'ftp://x.example',
  ],
])('the link %j is refused', (link) => {
  const refused = problemsOf({ X_URL: link }).length;
  recordFigures('A30', { 'links of other kinds': 1, refused });
  expect(refused).toBe(1);
});

test('a social network leads to its front page, to an address of one’s own, or is left out', () => {
  const own = 'https://facebook.example/us';
  const config = readConfig({ FACEBOOK_URL: own, X_URL: 'none' });
  expect(config.site.social).toEqual({
    facebook: own,
    instagram: 'https://www.instagram.com/',
    x: '',
    youtube: 'https://www.youtube.com/',
  });
  expect(config.hasOwnSocialLinks).toBe(false);
  const all = { FACEBOOK_URL: own, X_URL: 'none', INSTAGRAM_URL: 'none', YOUTUBE_URL: 'none' };
  expect(readConfig(all).hasOwnSocialLinks).toBe(true);
});

describe('a problem names the variable and the solution', () => {
  test.each<[Record<string, string>, string]>([
    [{ PORT: '70000' }, 'PORT is "70000", but must be a port number, like 3000.'],
    [{ PORT: 'web' }, 'PORT is "web", but must be a port number, like 3000.'],
    [
      { PUBLIC_URL: 'give.example' },
      'must be the address that people type, without a path, like https://example.org.',
    ],
    [{ PUBLIC_URL: 'ftp://give.example' }, 'must be the address that people type'],
    [
      { DATABASE_URL: 'mysql://me:secret@db' },
      'DATABASE_URL is not valid: it must be like postgres://',
    ],
    [{ SMTP_URL: 'http://mail' }, 'must be like smtps://'],
    [{ TEAM_EMAIL: 'team' }, 'TEAM_EMAIL is "team", but must be an email address.'],
    [{ LOG_LEVEL: 'loud' }, 'must be fatal, error, warn, info, debug, trace, or silent.'],
    [{ TIME_ZONE: 'Mars/Phobos' }, 'must be the name of a time zone, like America/New_York.'],
    [{ TIME_ZONE: '+05:30' }, 'must be the name of a time zone, like America/New_York.'],
    [{ SITE_NAME: 'x'.repeat(61) }, 'must be a name of 1 to 60 characters.'],
    [{ MIN_DONATION_CENTS: '0' }, 'must be a whole number of cents from 1 to 99999999.'],
    [{ MAX_DONATION_CENTS: '1.5' }, 'must be a whole number of cents from 1 to 99999999.'],
    [{ MIN_DONATION_CENTS: '200', MAX_DONATION_CENTS: '100' }, 'swap them.'],
    [
      { DONATION_PRESETS: '25,ten' },
      'DONATION_PRESETS is "25,ten", but must be up to 8 different amounts with the decimals of the currency',
    ],
    [
      { CURRENCY: 'eur' },
      'CURRENCY is "eur", but must be the code of a currency that people pay with (ISO 4217), like USD, EUR, or JPY.',
    ],
    [{ CURRENCY: 'XAU' }, 'CURRENCY is "XAU", but must be the code of a currency'],
    [
      { CURRENCY: 'ISK', ...stripe },
      'CURRENCY is ISK, whose amounts Stripe counts in a unit of its own, so this site cannot take payments in it.',
    ],
    [
      { CURRENCY: 'JPY', DONATION_PRESETS: '2500,50.5' },
      'DONATION_PRESETS is "2500,50.5", but must be up to 8 different amounts',
    ],
    [
      { CURRENCY: 'JPY', DONATION_PRESETS: '50' },
      'DONATION_PRESETS offers ¥50, but a donation must be between ¥100 and ¥99,999,999:',
    ],
    [
      { CURRENCY: 'KWD', DONATION_PRESETS: '2.505' },
      'DONATION_PRESETS offers KWD\u00a02.505. Must be a multiple of KWD\u00a00.010.',
    ],
    [{ DONATION_PRESETS: '25,25.00' }, 'must be up to 8 different amounts'],
    [{ DONATION_PRESETS: '1,2,3,4,5,6,7,8,9' }, 'must be up to 8 different amounts'],
    [{ DONATION_PRESETS: '0' }, 'must be up to 8 different amounts'],
    [
      { DONATION_PRESETS: '5,1000', MIN_DONATION_CENTS: '500', MAX_DONATION_CENTS: '99999' },
      'DONATION_PRESETS offers $1,000.00, but a donation must be between $5.00 and $999.99:',
    ],
    [
      { FACEBOOK_URL: 'facebook' },
      'FACEBOOK_URL is "facebook", but must be an http(s) address, or "none" to leave it out.',
    ],
    [{ TRUST_PROXY: 'nginx' }, 'TRUST_PROXY is "nginx", but must be the addresses of your proxies'],
    [{ TRUST_PROXY: '1' }, 'TRUST_PROXY is "1", but must be'],
    [{ ADMIN_EMAIL: 'a@give.example' }, 'ADMIN_EMAIL is set without ADMIN_PASSWORD: set both'],
    [{ ADMIN_PASSWORD: 'Correct-horse-7' }, 'ADMIN_PASSWORD is set without ADMIN_EMAIL: set both'],
    [
      { ADMIN_EMAIL: 'a@give.example', ADMIN_PASSWORD: 'weak' },
      'ADMIN_PASSWORD is too weak: must be at least 8 characters',
    ],
    [{ STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_WEBHOOK_SECRET is missing'],
    [{ MIN_DONATION_CENTS: '1.00' }, 'MIN_DONATION_CENTS is "1.00", but must be a whole number'],
    [{ MAX_DONATION_CENTS: '1e3' }, 'MAX_DONATION_CENTS is "1e3", but must be a whole number'],
    [{ SMTP_URL: 'smtp://' }, 'SMTP_URL is not valid: it must be like smtps://'],
    [
      { ...stripe, STRIPE_WEBHOOK_SECRET: 'sk_live_1' },
      'STRIPE_WEBHOOK_SECRET is not valid: it must be the signing secret',
    ],
    [{ ALERT_WEBHOOK_URL: 'http://127.0.0.1:6000/x' }, 'ALERT_WEBHOOK_URL is not valid: it must'],
    [
      { STRIPE_WEBHOOK_SECRET: 'whsec_1' },
      'STRIPE_WEBHOOK_SECRET is set without STRIPE_SECRET_KEY',
    ],
    [{ ...stripe, STRIPE_SECRET_KEY: 'pk_test_1' }, 'STRIPE_SECRET_KEY must start with sk_test_'],
    [
      { ...stripe, ...https, ...team, TEAM_EMAIL: '', STRIPE_SECRET_KEY: 'rk_live_1' },
      'TEAM_EMAIL is missing: on a site with a live Stripe key, people answer our emails.',
    ],
    [
      { ...stripe, ...https, ...team, SMTP_URL: '', STRIPE_SECRET_KEY: 'sk_live_1' },
      'SMTP_URL is missing: on a site with a live Stripe key, donors and the team would get no email.',
    ],
    [
      { PUBLIC_URL: 'https://give.example/path' },
      'must be the address that people type, without a path',
    ],
    [
      { PUBLIC_URL: 'https://give.example/?a=1' },
      'must be the address that people type, without a path',
    ],
    [{ MAIL_FROM: 'notanaddress' }, 'MAIL_FROM is "notanaddress", but must be an email address'],
    [{ PUBLIC_URL: 'https://me:pass@give.example' }, 'must be the address that people type'],
    [{ SECRET_KEY: ' '.repeat(40) }, 'must be at least 32 random characters'],
    [{ METRICS_TOKEN: 'ab'.repeat(20) }, 'a secret of at least 24 characters'],
    [{ MAIL_FROM: 'a@example.org, B <b@example.org>' }, 'must be an email address'],
    [{ MAIL_FROM: 'Give <post>' }, 'must be an email address, like post@example.org'],
    [{ DATABASE_URL: 'postgres://u:p@ss#1@localhost/x' }, 'with %23 for a # and %40 for an @'],
    [
      { ...stripe, ...team, STRIPE_SECRET_KEY: 'sk_live_1' },
      'a live Stripe key needs an https:// address',
    ],
  ])('%o', (env, sentence) => {
    const problems = problemsOf(env);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(sentence);
  });

  test('all of them at once', () => {
    const problems = problemsOf({
      PORT: 'web',
      TEAM_EMAIL: 'team',
      ADMIN_EMAIL: 'a@give.example',
      STRIPE_SECRET_KEY: 'sk_live_1',
    });
    expect(problems.map((line) => line.split(' ')[0])).toEqual([
      'PORT',
      'TEAM_EMAIL',
      'ADMIN_EMAIL',
      'STRIPE_WEBHOOK_SECRET',
      'SMTP_URL',
      'PUBLIC_URL',
    ]);
  });

  test('but none that only follows from another', () => {
    const problems = problemsOf({ ADMIN_EMAIL: 'me', ADMIN_PASSWORD: 'Correct-horse-7' });
    expect(problems).toEqual(['ADMIN_EMAIL is "me", but must be an email address.']);
  });
});

describe('what may be meant otherwise is said, and works', () => {
  test.each([
    [
      { SMTP_URI: 'smtp://mail.example' },
      'SMTP_URI is no variable of ours and was ignored. Do you mean SMTP_URL?',
    ],
    [{ STRIPE_SECRT_KEY: 'sk_live_1' }, 'Do you mean STRIPE_SECRET_KEY?'],
    [{ MAIL_FORM: 'post@example.org' }, 'Do you mean MAIL_FROM?'],
    ...(
      [
        ['ALERT_WEBHOOK', 'ALERT_WEBHOOK_URL'],
        ['STRIPE_KEY', 'STRIPE_SECRET_KEY'],
        ['STRIPE_SECRET', 'STRIPE_SECRET_KEY'],
        ['STRIPE_WEBHOOK', 'STRIPE_WEBHOOK_SECRET'],
        ['SMTP_HOST', 'SMTP_URL'],
        ['S3_ACCESS_KEY', 'S3_ACCESS_KEY_ID'],
        ['TRUST_PROXIES', 'TRUST_PROXY'],
        ['team_email', 'TEAM_EMAIL'],
      ] as const
    ).map(([name, meant]): [Record<string, string>, string] => [
      { [name]: 'x' },
      `Do you mean ${meant}?`,
    ]),
    [{ PUBLIC_URL: 'http://give.example.org' }, 'without https, passwords and the data of donors'],
  ])('%o', (env, sentence) => {
    const { doubts } = readConfig(env);
    expect(doubts).toHaveLength(1);
    expect(doubts[0]).toContain(sentence);
  });

  test('but nothing about what machines set, or about a laptop', () => {
    const usual = ['HOME', 'HOSTNAME', 'POSTS', 'LOGNAME', 'NODE_ENV', 'LANG', 'SHLVL'];
    const env = Object.fromEntries(usual.map((name) => [name, 'x']));
    for (const url of [
      'http://localhost:3000',
      'http://192.168.0.7',
      'http://[::1]:3000',
      'https://a.example',
    ]) {
      expect(readConfig({ ...env, PUBLIC_URL: url }).doubts).toEqual([]);
    }
  });
});

test('a machine whose time zone nobody knows counts as UTC', () => {
  const code = `
    const { readConfig } = await import('#server/platform/config.ts');
    new Intl.DateTimeFormat('en-US', { timeZone: readConfig({}).defaults.timeZone });
    console.log(readConfig({}).defaults.timeZone);`;
  const shown = (TZ: string) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', code], {
      env: { ...process.env, TZ },
      encoding: 'utf8',
    }).trim();
  expect(shown('')).toBe('UTC');
  expect(shown('Asia/Tokyo')).toBe('Asia/Tokyo');
});
