import { resolve } from 'node:path';
import { z } from 'zod';
import { maxAmountCents } from '#contract/fields.ts';
import { isAcceptablePassword, passwordRuleMessage } from '#core/password-rule.ts';

const optionalUrl = z.url({ protocol: /^https?$/ }).default('');
const proxies = z.array(
  z.union([
    z.ipv4(),
    z.ipv6(),
    z.cidrv4(),
    z.cidrv6(),
    z.enum(['loopback', 'linklocal', 'uniquelocal']),
  ]),
);
const cents = z.coerce.number().int().min(1).max(maxAmountCents);

const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: optionalUrl,
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).default(''),
  ADMIN_EMAIL: z.email().default(''),
  ADMIN_PASSWORD: z.string().default(''),
  STRIPE_SECRET_KEY: z.string().default(''),
  STRIPE_WEBHOOK_SECRET: z.string().default(''),
  STRIPE_API_BASE: optionalUrl,
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).default(''),
  MAIL_FROM: z.string().default(''),
  TEAM_EMAIL: z.email().default(''),
  SITE_NAME: z.string().min(1).max(60).default('Everycent'),
  SITE_TAGLINE: z.string().max(120).default('Every cent of every gift, accounted for.'),
  FACEBOOK_URL: optionalUrl,
  INSTAGRAM_URL: optionalUrl,
  X_URL: optionalUrl,
  YOUTUBE_URL: optionalUrl,
  MIN_DONATION_CENTS: cents.default(100),
  MAX_DONATION_CENTS: cents.default(maxAmountCents),
  TRUST_PROXY: z
    .string()
    .transform((list) => list.split(',').map((range) => range.trim()))
    .pipe(proxies)
    .default([]),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** What a person has to write into a variable, for the message about a bad one. */
const hints: Record<string, string> = {
  PORT: 'a port number, like 3000',
  PUBLIC_URL: 'the address people type, like https://example.org',
  DATABASE_URL:
    'like postgres://user:password@host:5432/database, or empty for the embedded database',
  ADMIN_EMAIL: 'an e-mail address',
  STRIPE_API_BASE: 'an http(s) address; leave it empty to reach Stripe itself',
  SMTP_URL:
    'like smtps://user:password@mail.example.org, or empty to write mail into the data folder',
  TEAM_EMAIL: 'an e-mail address',
  FACEBOOK_URL: 'an http(s) address',
  INSTAGRAM_URL: 'an http(s) address',
  X_URL: 'an http(s) address',
  YOUTUBE_URL: 'an http(s) address',
  SITE_TAGLINE: 'a line of at most 120 characters',
  SITE_NAME: 'a name of 1 to 60 characters',
  MIN_DONATION_CENTS: `a whole number of cents from 1 to ${maxAmountCents}`,
  MAX_DONATION_CENTS: `a whole number of cents from 1 to ${maxAmountCents}`,
  TRUST_PROXY: 'the addresses of your proxies, like 127.0.0.1, 10.0.0.0/8',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent',
};

// May hold a password, which has no place on a screen or in a log.
const secretUrls = new Set(['DATABASE_URL', 'SMTP_URL']);

/** Everything that can be set from outside. */
export interface Config {
  port: number;
  host: string;
  /** The address of the site without a slash at its end. */
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | null;
  firstAdministrator: { email: string; password: string } | null;
  stripe: { secretKey: string; webhookSecret: string; apiBase: string | null } | null;
  smtpUrl: string | null;
  mailFrom: string;
  teamEmail: string | null;
  site: {
    name: string;
    tagline: string;
    social: { facebook: string; instagram: string; x: string; youtube: string };
  };
  donation: { minCents: number; maxCents: number };
  /** CIDR list, never a number of hops: from 5.12.1 on Fastify takes that as "trust nobody". */
  trustProxy: string[];
  logLevel: string;
}

/** All that is wrong with the configuration, one line each. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : 'problems'}:\n${problems.map((line) => `  - ${line}`).join('\n')}`,
    );
  }
}

/** Reads the configuration from environment variables. Throws ConfigError naming every problem and its fix. */
export function readConfig(variables: NodeJS.ProcessEnv = process.env): Config {
  // `NAME=` in a file means that it is not set.
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const bad = new Set(
    environment.safeParse(given).error?.issues.map(({ path }) => String(path[0])),
  );
  const env = environment.parse(
    Object.fromEntries(Object.entries(given).filter(([name]) => !bad.has(name))),
  );
  const publicUrl = (env.PUBLIC_URL || `http://localhost:${env.PORT}`).replace(/\/+$/, '');
  const problems = [
    ...[...bad].map(
      (name) =>
        `${name} ${secretUrls.has(name) ? 'is not right: it' : `is ${JSON.stringify(given[name])}, but`} must be ${hints[name] ?? 'set differently'}.`,
    ),
    // What only follows from a bad variable is none.
    ...contradictions(env, publicUrl).filter(
      (line) => ![...bad].some((name) => line.includes(name)),
    ),
  ];
  if (problems.length > 0) throw new ConfigError(problems);

  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL || null,
    firstAdministrator: env.ADMIN_EMAIL
      ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD }
      : null,
    stripe: env.STRIPE_SECRET_KEY
      ? {
          secretKey: env.STRIPE_SECRET_KEY,
          webhookSecret: env.STRIPE_WEBHOOK_SECRET,
          apiBase: env.STRIPE_API_BASE || null,
        }
      : null,
    smtpUrl: env.SMTP_URL || null,
    mailFrom: env.MAIL_FROM || `${env.SITE_NAME} <no-reply@${new URL(publicUrl).hostname}>`,
    teamEmail: env.TEAM_EMAIL || null,
    site: {
      name: env.SITE_NAME,
      tagline: env.SITE_TAGLINE,
      social: {
        facebook: env.FACEBOOK_URL,
        instagram: env.INSTAGRAM_URL,
        x: env.X_URL,
        youtube: env.YOUTUBE_URL,
      },
    },
    donation: { minCents: env.MIN_DONATION_CENTS, maxCents: env.MAX_DONATION_CENTS },
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
  };
}

type Environment = z.infer<typeof environment>;

function contradictions(env: Environment, publicUrl: string): string[] {
  return [
    ...firstAdministratorProblems(env),
    ...paymentProblems(env, publicUrl),
    ...(env.MIN_DONATION_CENTS > env.MAX_DONATION_CENTS
      ? ['MIN_DONATION_CENTS is larger than MAX_DONATION_CENTS: swap them.']
      : []),
  ];
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

function paymentProblems(env: Environment, publicUrl: string): string[] {
  const key = env.STRIPE_SECRET_KEY;
  if (!key) {
    return env.STRIPE_WEBHOOK_SECRET
      ? ['STRIPE_WEBHOOK_SECRET is set without STRIPE_SECRET_KEY: set both or neither.']
      : [];
  }
  const problems: string[] = [];
  if (!/^(sk|rk)_(test|live)_/.test(key)) {
    problems.push('STRIPE_SECRET_KEY must start with sk_test_, sk_live_, rk_test_ or rk_live_.');
  }
  if (!env.STRIPE_WEBHOOK_SECRET) {
    problems.push(
      `STRIPE_WEBHOOK_SECRET is missing: without it no payment can be confirmed. Add a webhook endpoint for ${publicUrl}/api/webhooks/stripe in the Stripe dashboard and copy its signing secret.`,
    );
  }
  if (/_live_/.test(key) && !publicUrl.startsWith('https://')) {
    problems.push(
      `PUBLIC_URL is ${publicUrl}, but a live Stripe key needs an https:// address: donors and administrators would send their data in the clear.`,
    );
  }
  return problems;
}
