import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { Encrypter } from 'age-encryption';
import { distance } from 'fastest-levenshtein';
import { z } from 'zod';
import { presetCents, type Settings } from '#contract/operations/settings.ts';
import { isAcceptablePassword, passwordRuleMessage } from '#core/people/password-rule.ts';
import { currencies } from '#core/platform/currencies.ts';
import { isTimeZone } from '#core/platform/dates.ts';
import { cardProblem, formatCents, maxAmountCents, usualCurrency } from '#core/platform/money.ts';
import { parseAmount } from '#core/platform/typed-amounts.ts';
import { ExplainedError } from '#server/platform/errors.ts';

/* Every variable of the environment, and what a live site refuses to start without. */

/** The name of the site until a charity sets its own. */
const productName = 'Everycent';

const optionalUrl = z.url({ protocol: /^https?$/ }).default('');

/** The networks' own front pages: where the icons lead until a charity sets its own addresses. */
const frontPages = {
  FACEBOOK_URL: 'https://www.facebook.com/',
  INSTAGRAM_URL: 'https://www.instagram.com/',
  X_URL: 'https://x.com/',
  YOUTUBE_URL: 'https://www.youtube.com/',
};
/** `none` leaves the network out. */
const socialUrl = (frontPage: string) =>
  z
    .union([z.literal('none'), z.url({ protocol: /^https?$/ })])
    .transform((address) => (address === 'none' ? '' : address))
    .default(frontPage);

const proxies = z.array(
  z.union([
    z.ipv4(),
    z.ipv6(),
    z.cidrv4(),
    z.cidrv6(),
    z.enum(['loopback', 'linklocal', 'uniquelocal']),
  ]),
);
/** Digits alone: 1.00 is no cent, and 1e3 no thousand. */
const digits = (least: number, most: number) =>
  z.string().regex(/^\d+$/).transform(Number).pipe(z.number().min(least).max(most));
const cents = digits(1, maxAmountCents);

/** Amounts as people write them, in the order in which the form shows them; `none` for an empty list. */
const presetsIn = (currency: string) =>
  z
    .string()
    .transform((list) =>
      list === 'none' ? [] : list.split(',').map((text) => parseAmount(text, currency) ?? 0),
    )
    .pipe(presetCents);
// Without a setting: those of them that the limits of a donation allow, such as $25 or ¥2,500.
const usualPresets = [2_500, 5_000, 10_000, 25_000];

// Without a setting: that of the machine. A machine may name one that nobody knows, such as with an empty TZ.
const { timeZone: zoneOfMachine } = new Intl.DateTimeFormat().resolvedOptions();
const machineTimeZone = isTimeZone(zoneOfMachine ?? '') ? zoneOfMachine : 'UTC';

/** What follows an unencoded # would be taken for no part of the address, with the host in it. */
const databaseUrl = z
  .url({ protocol: /^postgres(ql)?$/ })
  .refine((url) => !url.includes('#'))
  .default('');

// What `fetch` refuses before it asks anybody. Source: fetch.spec.whatwg.org, "port blocking".
const blockedPorts = new Set(
  '0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080'.split(
    ' ',
  ),
);

/** A secret, or none. What repeats a few characters, or none at all, anybody finds. */
const secret = (shortest: number) =>
  z
    .string()
    .min(shortest)
    .refine((text) => new Set(text.trim()).size >= 8)
    .default('');

const environment = z.object({
  PORT: digits(0, 65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DRAIN_SECONDS: z.coerce.number().min(0).max(300).default(1),
  // Pages are at its top: links with a path would lead nowhere.
  PUBLIC_URL: optionalUrl.refine((url) => url === '' || /^https?:\/\/[^/?#@]+\/*$/.test(url)),
  DATA_DIR: z.string().default('./data'),
  BACKUP_DIR: z.string().default(''),
  BACKUP_RECIPIENT: z.string().refine(isRecipient).default(''),
  BACKUP_SEAL_KEY: z
    .string()
    .regex(/^[\w-]{43}$/)
    .default(''),
  DATABASE_URL: databaseUrl,
  DATABASE_OWNER_URL: databaseUrl,
  ADMIN_EMAIL: z.email().default(''),
  ADMIN_PASSWORD: z.string().default(''),
  SECRET_KEY: secret(32),
  SECRET_KEY_PREVIOUS: secret(32),
  SECURITY_CONTACT: z
    .union([
      z.email().transform((email) => `mailto:${email}`),
      z.url({ protocol: /^https|mailto|tel$/ }),
    ])
    .default(''),
  STRIPE_SECRET_KEY: z.string().default(''),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .transform((list) =>
      list
        .split(',')
        .map((secret) => secret.trim())
        .filter(Boolean),
    )
    .pipe(z.array(z.string().startsWith('whsec_')))
    .default([]),
  STRIPE_API_BASE: optionalUrl,
  TAKE_PAYMENTS: z.enum(['yes', 'no']).default('yes'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .refine((url) => URL.parse(url)?.hostname !== '')
    .default(''),
  MAIL_FROM: z.string().refine(isSender).default(''),
  TEAM_EMAIL: z.email().default(''),
  SITE_NAME: z.string().min(1).max(60).default(productName),
  TIME_ZONE: z.string().refine(isTimeZone).default(machineTimeZone),
  SITE_TAGLINE: z.string().max(120).default('Every cent of every donation, accounted for.'),
  FACEBOOK_URL: socialUrl(frontPages.FACEBOOK_URL),
  INSTAGRAM_URL: socialUrl(frontPages.INSTAGRAM_URL),
  X_URL: socialUrl(frontPages.X_URL),
  YOUTUBE_URL: socialUrl(frontPages.YOUTUBE_URL),
  CURRENCY: z.enum(currencies).default(usualCurrency),
  MIN_DONATION_CENTS: cents.default(100),
  MAX_DONATION_CENTS: cents.default(maxAmountCents),
  DONATION_PRESETS: z.string().optional(),
  CONFIRM_ABOVE_CENTS: digits(0, maxAmountCents).default(100_000),
  TRUST_PROXY: z
    .string()
    .transform((list) => list.split(',').map((range) => range.trim()))
    .pipe(proxies)
    .default([]),
  OIDC_ISSUER: z.string().refine(isIssuer).default(''),
  OIDC_CLIENT_ID: z.string().default(''),
  OIDC_CLIENT_SECRET: z.string().default(''),
  OIDC_NAME: z.string().max(40).default(''),
  OIDC_ASKS_SECOND_FACTOR: z.enum(['yes', 'no']).default('no'),
  METRICS_TOKEN: secret(24),
  BACKUP_COPY_TOKEN: secret(24),
  ALERT_WEBHOOK_URL: optionalUrl.refine((url) => !blockedPorts.has(URL.parse(url)?.port ?? '')),
  S3_ENDPOINT: optionalUrl,
  S3_BUCKET: z.string().default(''),
  S3_PREFIX: z
    .string()
    .regex(/^[\w.-]+(\/[\w.-]+)*\/?$/)
    .default('everycent'),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().default(''),
  S3_SECRET_ACCESS_KEY: z.string().default(''),
  FILES_QUOTA_GB: z.coerce.number().min(0.001).max(100_000).default(20),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

type Environment = z.infer<ReturnType<typeof environmentIn>>;

/** Amounts are read with the decimals of the currency. */
function environmentIn(given: string | undefined) {
  const currency = environment.shape.CURRENCY.safeParse(given).data ?? usualCurrency;
  return environment.extend({ DONATION_PRESETS: presetsIn(currency).optional() });
}

/** Without https, whoever sits between the server and the provider could sign in as anybody. */
function isIssuer(text: string): boolean {
  const { protocol, hostname } = URL.parse(text) ?? {};
  if (protocol === 'https:') return true;
  return protocol === 'http:' && (hostname === 'localhost' || hostname === '127.0.0.1');
}

/** An address, with a name before it or not. */
function isSender(text: string): boolean {
  const [, inside] = /^[^<>@]*<([^<>]*)>$/.exec(text) ?? [];
  return z.email().safeParse(inside ?? text).success;
}

function isRecipient(text: string): boolean {
  try {
    new Encrypter().addRecipient(text);
    return true;
  } catch {
    return false;
  }
}

/** The name of a variable. */
export type VariableName = keyof typeof environment.shape;
/** The names of all variables. */
export const variableNames = Object.keys(environment.shape) as VariableName[];

/** What a variable must contain, for the message about a wrong one. */
export const hints: Partial<Record<VariableName, string>> = {
  PORT: 'a port number, like 3000',
  DRAIN_SECONDS: 'a number of seconds from 0 to 300, like 15',
  PUBLIC_URL: 'the address that people type, without a path, like https://example.org',
  BACKUP_RECIPIENT: 'the public part of a key, like age1…, as npm run backup-key prints it',
  BACKUP_SEAL_KEY: 'the 43 characters that npm run backup-key prints',
  DATABASE_URL:
    'like postgres://user:password@host:5432/database, with %23 for a # and %40 for an @ in the password, or empty for the embedded database',
  DATABASE_OWNER_URL: 'like DATABASE_URL, with the role that owns the tables, or empty',
  ADMIN_EMAIL: 'an email address',
  SECRET_KEY: 'at least 32 random characters, like the output of "openssl rand -base64 32"',
  SECRET_KEY_PREVIOUS: 'the key that SECRET_KEY replaces, as it was',
  SECURITY_CONTACT: 'an email address or an https address',
  STRIPE_WEBHOOK_SECRET:
    'the signing secret of a webhook endpoint, which starts with whsec_, or two with a comma between them',
  STRIPE_API_BASE: 'an http(s) address; leave it empty to reach Stripe itself',
  TAKE_PAYMENTS: 'yes or no',
  SMTP_URL:
    'like smtps://user:password@mail.example.org with the host, or empty to write mail into the data folder',
  MAIL_FROM: 'an email address, like post@example.org or Our Charity <post@example.org>',
  TEAM_EMAIL: 'an email address',
  FACEBOOK_URL: 'an http(s) address, or "none" to leave it out',
  INSTAGRAM_URL: 'an http(s) address, or "none" to leave it out',
  X_URL: 'an http(s) address, or "none" to leave it out',
  YOUTUBE_URL: 'an http(s) address, or "none" to leave it out',
  TIME_ZONE: 'the name of a time zone, like America/New_York',
  SITE_TAGLINE: 'a line of at most 120 characters',
  SITE_NAME: 'a name of 1 to 60 characters',
  CURRENCY: 'the code of a currency that people pay with (ISO 4217), like USD, EUR, or JPY',
  MIN_DONATION_CENTS: `a whole number of cents from 1 to ${maxAmountCents}`,
  MAX_DONATION_CENTS: `a whole number of cents from 1 to ${maxAmountCents}`,
  DONATION_PRESETS:
    'up to 8 different amounts with the decimals of the currency, like 25,50,100,250, or "none" to offer no amounts',
  CONFIRM_ABOVE_CENTS: `a whole number of cents from 0 to ${maxAmountCents}`,
  TRUST_PROXY: 'the addresses of your proxies, like 127.0.0.1, 10.0.0.0/8',
  OIDC_ISSUER: 'the https address that the provider calls its issuer, or empty',
  OIDC_NAME: 'a name of at most 40 characters',
  OIDC_ASKS_SECOND_FACTOR: 'yes or no',
  METRICS_TOKEN: 'a secret of at least 24 characters, or empty for no metrics',
  BACKUP_COPY_TOKEN:
    'a secret of at least 24 characters, or empty if nobody says that backups are copied',
  ALERT_WEBHOOK_URL:
    'the http(s) address that alerts are sent to, with a port that is no mail server’s or the like, or empty for none',
  S3_PREFIX: 'letters, digits, dots, hyphens, and slashes, like our-charity',
  S3_ENDPOINT: 'an http(s) address; leave it empty for Amazon S3 itself',
  FILES_QUOTA_GB: 'how many gigabytes receipts, photos, and videos may use, like 20',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace, or silent',
};

// These are or may contain secrets, which must not appear on a screen or in a log.
const secrets = new Set<string>([
  'ADMIN_PASSWORD',
  'STRIPE_SECRET_KEY',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'BACKUP_SEAL_KEY',
  'SMTP_URL',
  'STRIPE_WEBHOOK_SECRET',
  'SECRET_KEY',
  'SECRET_KEY_PREVIOUS',
  'METRICS_TOKEN',
  'BACKUP_COPY_TOKEN',
  'ALERT_WEBHOOK_URL',
  'OIDC_CLIENT_SECRET',
]);

/** Whether a key of Stripe takes real payments. */
export function isLiveKey(key: string): boolean {
  return /^(sk|rk)_live_/.test(key);
}

/** Of each variable, whether it is set, and what it is; null for a secret, and for nothing. */
export type ShownEnvironment = Record<VariableName, { isSet: boolean; value: string | null }>;

/** Everything that is configured on the machine. What the charity decides are its settings. */
export interface Config {
  /** What may be meant otherwise, for whoever starts the server. */
  doubts: string[];
  /** Each variable for the screen: without any secret. */
  environment: ShownEnvironment;
  port: number;
  host: string;
  /** How long a server that is to stop still takes calls, while it says that it is not ready. */
  drainSeconds: number;
  /** The address of the site without a trailing slash. */
  publicUrl: string;
  dataDir: string;
  /** The folder of the daily backups. */
  backupDir: string;
  /** Who can read the backups, and what seals them; null: the site has a key of its own in the data folder. */
  backupRecipient: { recipient: string; sealKey: Buffer } | null;
  databaseUrl: string | null;
  /** The same database with the role that owns its tables; null: the server's role does. */
  databaseOwnerUrl: string | null;
  firstAdministrator: { email: string; password: string } | null;
  /** Null: one is created in the data folder. Several servers on one database need the same one. */
  secretKey: string | null;
  /** The key that `secretKey` replaces, for what was made with it. */
  previousSecretKey: string | null;
  /** While a webhook secret is being replaced, two are valid. */
  stripe: { secretKey: string; webhookSecrets: string[]; apiBase: string | null } | null;
  /** False on a copy of a live site: nobody can donate there, not even test money. */
  takesPayments: boolean;
  /** All payments are test payments: nobody is charged, and nothing is real money. */
  isTrial: boolean;
  smtpUrl: string | null;
  mailFrom: string;
  teamEmail: string | null;
  /** Who hears about weaknesses, as a URI; null: the team. */
  securityContact: string | null;
  site: {
    name: string;
    tagline: string;
    /** Whether warnings to the team go to another program as well. */
    sendsAlerts: boolean;
    signInProvider: string | null;
    /** Empty where this charity is not. */
    social: { facebook: string; instagram: string; x: string; youtube: string };
  };
  /** Whether the site has the name of the charity, and not that of the software. */
  hasOwnName: boolean;
  /** Whether no social link leads to a network's own front page anymore. */
  hasOwnSocialLinks: boolean;
  /** The currency of the books (ISO 4217). */
  currency: string;
  /** In the smallest unit of the currency, like all amounts. */
  donation: {
    minCents: number;
    maxCents: number;
  };
  /** What counts until somebody saves the settings of the charity. */
  defaults: Pick<Settings, 'timeZone' | 'presetCents'>;
  /** How many cents an administrator may move without a recent confirmation. */
  confirmAboveCents: number;
  /** A CIDR list, never a number of hops: since 5.12.1, Fastify treats a number as "trust nobody". */
  trustProxy: string[];
  /** The provider of OpenID Connect that signs people in; null: none does. */
  oidc: {
    issuer: string;
    clientId: string;
    clientSecret: string;
    /** What the button calls it. */
    name: string;
    /** It asks everybody for a second factor, even if it does not say so when somebody signs in. */
    asksSecondFactor: boolean;
  } | null;
  /** Callers with this token may read the metrics; null: nobody may. */
  metricsToken: string | null;
  backupCopyToken: string | null;
  /** Where alerts are sent besides email, with a secret in it for most chat programs; null: nowhere. */
  alertWebhookUrl: string | null;
  logLevel: string;
  /** Where files are stored instead of the data folder. */
  s3: {
    endpoint: string | null;
    bucket: string;
    /** With a slash at its end. */
    prefix: string;
    region: string;
    accessKeyId: string;
    secretAccessKey: string;
  } | null;
  filesQuotaBytes: number;
}

/** Everything that is wrong with the configuration, one line per problem. */
export class ConfigError extends ExplainedError {
  constructor(problems: string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : 'problems'}:\n${problems.map((line) => `  - ${line}`).join('\n')}`,
    );
  }
}

/** Reads the configuration from environment variables. Throws ConfigError with every problem and its solution. */
export function readConfig(variables: NodeJS.ProcessEnv = process.env): Config {
  // `NAME=` in a file means that it is not set.
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const expected = environmentIn(given.CURRENCY);
  const bad = new Set(expected.safeParse(given).error?.issues.map(({ path }) => String(path[0])));
  const env = expected.parse(
    Object.fromEntries(Object.entries(given).filter(([name]) => !bad.has(name))),
  );
  const publicUrl = (env.PUBLIC_URL || `http://localhost:${env.PORT}`).replace(/\/+$/, '');
  const problems = [
    ...[...bad].map(
      (name) =>
        `${name} ${secrets.has(name) ? 'is not valid: it' : `is ${JSON.stringify(given[name])}, but`} must be ${hints[name as VariableName] ?? 'set differently'}.`,
    ),
    // Skip problems that only follow from an invalid variable.
    ...contradictions(env, publicUrl).filter(
      (line) => ![...bad].some((name) => line.includes(name)),
    ),
  ];
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    doubts: [...misspelled(given), ...unencrypted(publicUrl)],
    environment: shownEnvironment(given, env),
    ...configOf(env, publicUrl),
  };
}

function shownEnvironment(given: Record<string, unknown>, env: Environment): ShownEnvironment {
  const shown = (name: VariableName) => {
    const isSet = name in given;
    const text = String((isSet ? given[name] : env[name]) ?? '');
    // An address may have a password before its host.
    const value = secrets.has(name) ? '' : text.replace(/\/\/[^/@]*@/, '//…@');
    return { isSet, value: value || null };
  };
  return Object.fromEntries(variableNames.map((name) => [name, shown(name)])) as ShownEnvironment;
}

function configOf(env: Environment, publicUrl: string): Omit<Config, 'doubts' | 'environment'> {
  return {
    port: env.PORT,
    host: env.HOST,
    drainSeconds: env.DRAIN_SECONDS,
    publicUrl,
    dataDir: resolve(env.DATA_DIR),
    backupDir: env.BACKUP_DIR ? resolve(env.BACKUP_DIR) : resolve(env.DATA_DIR, 'backups'),
    backupRecipient: backupRecipientOf(env),
    databaseUrl: env.DATABASE_URL || null,
    databaseOwnerUrl: env.DATABASE_OWNER_URL || null,
    firstAdministrator: env.ADMIN_EMAIL
      ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD }
      : null,
    secretKey: env.SECRET_KEY || null,
    previousSecretKey: env.SECRET_KEY_PREVIOUS || null,
    stripe: stripeOf(env),
    takesPayments: env.TAKE_PAYMENTS === 'yes',
    isTrial: env.TAKE_PAYMENTS === 'yes' && !isLiveKey(env.STRIPE_SECRET_KEY),
    smtpUrl: env.SMTP_URL || null,
    mailFrom: env.MAIL_FROM || `${env.SITE_NAME} <no-reply@${new URL(publicUrl).hostname}>`,
    teamEmail: env.TEAM_EMAIL || null,
    securityContact: env.SECURITY_CONTACT || null,
    site: {
      name: env.SITE_NAME,
      tagline: env.SITE_TAGLINE,
      sendsAlerts: env.ALERT_WEBHOOK_URL !== '',
      signInProvider: providerOf(env)?.name ?? null,
      social: {
        facebook: env.FACEBOOK_URL,
        instagram: env.INSTAGRAM_URL,
        x: env.X_URL,
        youtube: env.YOUTUBE_URL,
      },
    },
    hasOwnName: env.SITE_NAME !== productName,
    hasOwnSocialLinks: Object.entries(frontPages).every(
      ([name, address]) => env[name as keyof typeof frontPages] !== address,
    ),
    currency: env.CURRENCY,
    donation: {
      minCents: env.MIN_DONATION_CENTS,
      maxCents: env.MAX_DONATION_CENTS,
    },
    defaults: {
      timeZone: env.TIME_ZONE,
      presetCents: env.DONATION_PRESETS ?? usualPresets.filter((amount) => isWithin(env, amount)),
    },
    confirmAboveCents: env.CONFIRM_ABOVE_CENTS,
    trustProxy: env.TRUST_PROXY,
    oidc: providerOf(env),
    metricsToken: env.METRICS_TOKEN || null,
    backupCopyToken: env.BACKUP_COPY_TOKEN || null,
    alertWebhookUrl: env.ALERT_WEBHOOK_URL || null,
    logLevel: env.LOG_LEVEL,
    s3: bucketOf(env),
    filesQuotaBytes: env.FILES_QUOTA_GB * 1024 ** 3,
  };
}

function backupRecipientOf(env: Environment): Config['backupRecipient'] {
  if (!env.BACKUP_RECIPIENT) return null;
  return {
    recipient: env.BACKUP_RECIPIENT,
    sealKey: Buffer.from(env.BACKUP_SEAL_KEY, 'base64url'),
  };
}

function stripeOf(env: Environment): Config['stripe'] {
  if (!env.STRIPE_SECRET_KEY) return null;
  return {
    secretKey: env.STRIPE_SECRET_KEY,
    webhookSecrets: env.STRIPE_WEBHOOK_SECRET,
    apiBase: env.STRIPE_API_BASE || null,
  };
}

function providerOf(env: Environment): Config['oidc'] {
  if (!env.OIDC_ISSUER) return null;
  return {
    issuer: env.OIDC_ISSUER,
    clientId: env.OIDC_CLIENT_ID,
    clientSecret: env.OIDC_CLIENT_SECRET,
    name: env.OIDC_NAME || new URL(env.OIDC_ISSUER).hostname,
    asksSecondFactor: env.OIDC_ASKS_SECOND_FACTOR === 'yes',
  };
}

function bucketOf(env: Environment): Config['s3'] {
  if (!env.S3_BUCKET) return null;
  return {
    endpoint: env.S3_ENDPOINT || null,
    bucket: env.S3_BUCKET,
    prefix: `${env.S3_PREFIX.replace(/\/$/, '')}/`,
    region: env.S3_REGION,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
  };
}

/** Variables that are not ours and look like one of ours. */
function misspelled(given: object): string[] {
  return Object.keys(given).flatMap((name) => {
    // Of short names, many are alike.
    if ((variableNames as string[]).includes(name) || name.length < 6) return [];
    const meant = meantBy(name.toUpperCase());
    return meant ? [`${name} is no variable of ours and was ignored. Do you mean ${meant}?`] : [];
  });
}

// Others set no variables that begin like these.
const ownBeginning = /^(ALERT|BACKUP|OIDC|S3|SMTP|STRIPE|TRUST)_/;

function meantBy(name: string): string | undefined {
  const [nearest] = variableNames.toSorted((a, b) => distance(name, a) - distance(name, b));
  if (nearest !== undefined && distance(name, nearest) <= 2) return nearest;
  const [beginning] = ownBeginning.exec(name) ?? [];
  if (beginning === undefined) return undefined;
  const alike = variableNames.filter((known) => known.startsWith(beginning));
  return (
    alike.find((known) => known.startsWith(name)) ??
    alike.toSorted((a, b) => distance(name, a) - distance(name, b))[0]
  );
}

/** Whether people reach the site by a public name without https. */
function unencrypted(publicUrl: string): string[] {
  const { protocol, hostname } = new URL(publicUrl);
  const isLocal = !hostname.includes('.') || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return protocol === 'https:' || isLocal
    ? []
    : [
        `PUBLIC_URL is ${publicUrl}: without https, passwords and the data of donors travel unencrypted.`,
      ];
}

function contradictions(env: Environment, publicUrl: string): string[] {
  const shown = (amount: number) => formatCents(amount, env.CURRENCY);
  return [
    ...firstAdministratorProblems(env),
    ...paymentProblems(env, publicUrl),
    ...storageProblems(env),
    ...providerProblems(env),
    ...databaseProblems(env),
    ...(env.SECRET_KEY_PREVIOUS && !env.SECRET_KEY
      ? [
          'SECRET_KEY_PREVIOUS is set without SECRET_KEY: set SECRET_KEY to the new key, or remove both to keep the one in the data folder.',
        ]
      : []),
    ...(Boolean(env.BACKUP_RECIPIENT) === Boolean(env.BACKUP_SEAL_KEY)
      ? []
      : [
          'BACKUP_RECIPIENT and BACKUP_SEAL_KEY belong together: set both as npm run backup-key prints them, or neither.',
        ]),
    ...(env.MIN_DONATION_CENTS > env.MAX_DONATION_CENTS
      ? ['MIN_DONATION_CENTS is larger than MAX_DONATION_CENTS: swap them.']
      : (env.DONATION_PRESETS ?? [])
          .filter((amount) => !isWithin(env, amount))
          .map(
            (amount) =>
              `DONATION_PRESETS offers ${shown(amount)}, but a donation must be between ${shown(env.MIN_DONATION_CENTS)} and ${shown(env.MAX_DONATION_CENTS)}: leave it out, or change MIN_DONATION_CENTS or MAX_DONATION_CENTS.`,
          )),
    ...(env.DONATION_PRESETS ?? []).flatMap((amount) => {
      const problem = cardProblem(amount, env.CURRENCY);
      return problem === null ? [] : [`DONATION_PRESETS offers ${shown(amount)}. ${problem}.`];
    }),
  ];
}

function isWithin(env: Environment, amount: number): boolean {
  return amount >= env.MIN_DONATION_CENTS && amount <= env.MAX_DONATION_CENTS;
}

function databaseProblems(env: Environment): string[] {
  if (!env.DATABASE_OWNER_URL) return [];
  if (!env.DATABASE_URL) {
    return [
      'DATABASE_OWNER_URL is set without DATABASE_URL: set both, or neither for the embedded database.',
    ];
  }
  return new URL(env.DATABASE_URL).username === ''
    ? [
        'DATABASE_URL must name the role of the server, like postgres://role:password@host/database.',
      ]
    : [];
}

function firstAdministratorProblems(env: Environment): string[] {
  if (!env.ADMIN_EMAIL && !env.ADMIN_PASSWORD) return [];
  if (!env.ADMIN_EMAIL) return ['ADMIN_PASSWORD is set without ADMIN_EMAIL: set both or neither.'];
  if (!env.ADMIN_PASSWORD)
    return ['ADMIN_EMAIL is set without ADMIN_PASSWORD: set both or neither.'];
  if (!isAcceptablePassword(env.ADMIN_PASSWORD)) {
    return [`ADMIN_PASSWORD is too weak: ${passwordRuleMessage.toLowerCase()}.`];
  }
  return [];
}

// Not in the smallest unit of ISO 4217: the first two in hundredths, the last one in whole ariary. Source:
// docs.stripe.com/currencies, "Special cases" and "Zero-decimal currencies".
const countedOtherwise = new Set(['ISK', 'UGX', 'MGA']);

function paymentProblems(env: Environment, publicUrl: string): string[] {
  const key = env.STRIPE_SECRET_KEY;
  if (!key) {
    return env.STRIPE_WEBHOOK_SECRET.length > 0
      ? ['STRIPE_WEBHOOK_SECRET is set without STRIPE_SECRET_KEY: set both or neither.']
      : [];
  }
  const problems: string[] = [];
  if (!/^(sk|rk)_(test|live)_/.test(key)) {
    problems.push('STRIPE_SECRET_KEY must start with sk_test_, sk_live_, rk_test_, or rk_live_.');
  }
  if (countedOtherwise.has(env.CURRENCY)) {
    problems.push(
      `CURRENCY is ${env.CURRENCY}, whose amounts Stripe counts in a unit of its own, so this site cannot take payments in it.`,
    );
  }
  if (env.STRIPE_WEBHOOK_SECRET.length === 0) {
    problems.push(
      `STRIPE_WEBHOOK_SECRET is missing: without it no payment can be confirmed. Add a webhook endpoint for ${publicUrl}/api/webhooks/stripe in the Stripe dashboard and copy its signing secret.`,
    );
  }
  if (isLiveKey(key) && !env.TEAM_EMAIL) {
    problems.push(
      'TEAM_EMAIL is missing: on a site with a live Stripe key, people answer our emails. Set it to an address that somebody reads.',
    );
  }
  if (isLiveKey(key) && !env.SMTP_URL) {
    problems.push(
      'SMTP_URL is missing: on a site with a live Stripe key, donors and the team would get no email. Set it to your mail server.',
    );
  }
  if (isLiveKey(key) && !publicUrl.startsWith('https://')) {
    problems.push(
      `PUBLIC_URL is ${publicUrl}, but a live Stripe key needs an https:// address: otherwise, donors and administrators would send their data unencrypted.`,
    );
  }
  return problems;
}

function providerProblems(env: Environment): string[] {
  const settings = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
  if (settings.every((name) => !env[name])) return [];
  return settings
    .filter((name) => !env[name])
    .map(
      (name) =>
        `${name} is missing: to sign in with OpenID Connect, set ${settings.join(', ')}, or none of them.`,
    );
}

function storageProblems(env: Environment): string[] {
  const settings = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;
  const isWanted = Boolean(env.S3_ENDPOINT) || settings.some((name) => env[name]);
  const missing = isWanted ? settings.filter((name) => !env[name]) : [];
  return missing.map(
    (name) =>
      `${name} is missing: to store files in S3, set ${settings.join(', ')}, or none of them.`,
  );
}
