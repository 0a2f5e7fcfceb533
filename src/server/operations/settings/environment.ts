import type { EnvironmentVariable } from '#contract/operations/settings.ts';
import type { SettingsGroup } from '#core/operations/settings-groups.ts';
import { formatCents } from '#core/platform/money.ts';
import { hints, type ShownEnvironment, type VariableName } from '#server/platform/config.ts';

/* What is set on the server, for the pages of the settings that it belongs to. */

/** Where each variable is shown, what it decides, and what counts without it, where no value of its own says so. */
const places: Record<VariableName, [group: SettingsGroup, label: string, without?: string]> = {
  SITE_NAME: ['site', 'Name of your charity'],
  SITE_TAGLINE: ['site', 'Line under the name'],
  PUBLIC_URL: ['site', 'Address that people type', 'http://localhost, with the port'],
  TIME_ZONE: ['site', 'Time zone until somebody saves one here'],
  FACEBOOK_URL: ['site', 'Link to Facebook'],
  INSTAGRAM_URL: ['site', 'Link to Instagram'],
  X_URL: ['site', 'Link to X'],
  YOUTUBE_URL: ['site', 'Link to YouTube'],
  CURRENCY: ['donations', 'Currency of the books, which never changes once there is money'],
  MIN_DONATION_CENTS: ['donations', 'Smallest donation'],
  MAX_DONATION_CENTS: ['donations', 'Largest donation'],
  DONATION_PRESETS: ['donations', 'Amounts until somebody saves some here', 'The usual ones'],
  STRIPE_SECRET_KEY: ['cards', 'Key of Stripe', 'Test payments: nobody is charged'],
  STRIPE_WEBHOOK_SECRET: ['cards', 'Secret of Stripe’s webhook', 'Needed with the key'],
  STRIPE_API_BASE: ['cards', 'Another address for Stripe, for tests only', 'Stripe itself'],
  TAKE_PAYMENTS: ['cards', 'Whether anybody can donate here'],
  CONFIRM_ABOVE_CENTS: ['approvals', 'What one may move without entering the password again'],
  OIDC_ISSUER: ['sign-in', 'Provider that signs your team in', 'Passwords and passkeys'],
  OIDC_CLIENT_ID: ['sign-in', 'Our name at the provider', 'Needed with the provider'],
  OIDC_CLIENT_SECRET: ['sign-in', 'Our secret at the provider', 'Needed with the provider'],
  OIDC_NAME: ['sign-in', 'Name on the button', 'Host of the provider'],
  OIDC_ASKS_SECOND_FACTOR: ['sign-in', 'Whether the provider asks everybody for a second factor'],
  ADMIN_EMAIL: ['sign-in', 'Address of the first owner', 'A link in the log'],
  ADMIN_PASSWORD: ['sign-in', 'Password of the first owner', 'A link in the log'],
  SMTP_URL: ['email', 'Mail server', 'Emails are only written into the data folder'],
  MAIL_FROM: ['email', 'Sender of our emails', 'no-reply at the address of the site'],
  TEAM_EMAIL: ['email', 'Who gets messages, nominations, alerts, and answers', 'Every owner'],
  SECURITY_CONTACT: ['email', 'Who hears about weaknesses', 'The team'],
  ALERT_WEBHOOK_URL: ['email', 'Where alerts go besides email', 'Alerts are emailed only'],
  DATA_DIR: ['server', 'Data folder'],
  DATABASE_URL: ['server', 'Database', 'The embedded one'],
  DATABASE_OWNER_URL: ['server', 'Database, with the role that owns its tables', 'The same role'],
  S3_BUCKET: ['server', 'Bucket for files', 'Files are in the data folder'],
  S3_ENDPOINT: ['server', 'Address of the bucket', 'Amazon’s own'],
  S3_REGION: ['server', 'Region of the bucket'],
  S3_PREFIX: ['server', 'What names in the bucket begin with'],
  S3_ACCESS_KEY_ID: ['server', 'Key of the bucket', 'Needed with the bucket'],
  S3_SECRET_ACCESS_KEY: ['server', 'Secret of that key', 'Needed with the bucket'],
  FILES_QUOTA_GB: ['server', 'Gigabytes that all files may take'],
  BACKUP_DIR: ['server', 'Folder of the backups', 'In the data folder'],
  BACKUP_RECIPIENT: ['server', 'Who can read the backups', 'A key in the data folder'],
  BACKUP_SEAL_KEY: ['server', 'What seals the backups', 'A key in the data folder'],
  BACKUP_COPY_TOKEN: ['server', 'Secret of what copies the backups', 'Nobody watches the copies'],
  SECRET_KEY: ['server', 'Key of the site', 'One in the data folder'],
  SECRET_KEY_PREVIOUS: ['server', 'Key before it, while it is replaced', 'None'],
  METRICS_TOKEN: ['server', 'Secret that opens the metrics', 'There are no metrics'],
  TRUST_PROXY: ['server', 'Addresses of your proxy', 'None: all visitors look like one'],
  HOST: ['server', 'Address that the server listens on'],
  PORT: ['server', 'Port that it listens on'],
  DRAIN_SECONDS: ['server', 'Seconds that a server that stops still takes calls'],
  LOG_LEVEL: ['server', 'How much is logged'],
};

/** Every variable in the order of {@link places}, without any secret. */
export function describeEnvironment(environment: ShownEnvironment): EnvironmentVariable[] {
  return (Object.keys(places) as VariableName[]).map((name) => {
    const [group, label, without] = places[name];
    const { isSet, value: text } = environment[name];
    const value = text && name.endsWith('_CENTS') ? formatCents(Number(text)) : text;
    return {
      name,
      group,
      label,
      isSet,
      value: value ?? (isSet ? null : (without ?? null)),
      rule: hints[name] ?? null,
    };
  });
}
