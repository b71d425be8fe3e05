import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import * as z from 'zod/mini';
import { LEAST_KEY, readKeptKeys, readPreviousKey } from './platform/kept-key.ts';
import { s3, type S3Settings } from './platform/files/s3-store.ts';
import type { SecretsKeys } from './platform/secrets.ts';
import { readDsn, type ReportService } from './integrations/report-service.ts';
import { legacyTarget, type LegacyHosts } from '../contract/legacy-hosts.ts';
import { googleCalendar, type CalendarSettings } from './integrations/google-calendar.ts';
import { graph, metaWebhook, type GraphSettings, type MetaWebhookSettings } from './integrations/graph.ts';
import { llm, vision, type LlmSettings } from './integrations/llm.ts';
import { facebook, type FacebookSettings } from './integrations/sign-in/facebook.ts';
import { providerSettings, type ProviderSettings } from './integrations/payment-providers/open-providers.ts';
import { google, type GoogleSettings } from './integrations/sign-in/google.ts';
import { vapid, type VapidPair } from './integrations/push/vapid.ts';
import { explainFolderFault } from './platform/explain-folder-fault.ts';
import { isServiceUrl, isStandIn, isUrl, serviceUrl, web } from './platform/setting.ts';
import { SettingsError } from './platform/start-error.ts';

/** Settings of this process, parsed once at start and passed to whoever needs them. */
export interface Env extends ProviderSettings {
  isProduction: boolean;
  port: number;
  host: string;
  /** Processes that share the port. */
  workers: number;
  /** Absolute. */
  dataDir: string;
  /** Null: the embedded PostgreSQL under `dataDir`. */
  databaseUrl: string | null;
  /** Logins of the API's two roles, if the owner's role may not create them. */
  databaseAppUrl: string | null;
  databaseAuthUrl: string | null;
  /** Public URL of this server, without a trailing slash. Outside production it follows the loopback host. */
  publicUrl: string;
  /** Origins besides `publicUrl` that may call the API with a bearer token. */
  appOrigins: string[];
  isDemo: boolean;
  /** Null: created at the first start and printed. */
  demoPassword: string | null;
  /** Null: mails become files under `dataDir`/mail. */
  smtpUrl: string | null;
  mailFrom: string;
  /** The operator's name and address for the public pages. Null: not given. */
  operatorName: string | null;
  operatorAddress: string | null;
  /** Shown on the public pages; receives messages of the contact form. Null: not shown, and messages go to `mailFrom`. */
  contactEmail: string | null;
  /** Hashes one-time codes and encrypts restaurants' secrets. */
  secretsKey: string;
  /** Decrypts older secrets; each start re-encrypts them with the current key. */
  previousSecretsKey: string | null;
  /** The operator has declared the old key lost: secrets that cannot be decrypted are given up. */
  isSecretsKeyLost: boolean;
  /** Daily backups under `dataDir`/backups. */
  isBackupDaily: boolean;
  /** Absolute path to which each daily backup is copied. Null: none. */
  backupCopyDir: string | null;
  /** Passphrase for the secrets key in backups. Null: backups do not contain it. */
  backupPassphrase: string | null;
  /** Null: no sign-in with Google. */
  google: GoogleSettings | null;
  facebook: FacebookSettings | null;
  /** Meta's Graph API, which carries WhatsApp; `url` without a trailing slash, `version` such as "v26.0". */
  metaGraph: GraphSettings;
  /** What proves that a webhook request comes from Meta. Null: no WhatsApp messages can arrive. */
  metaWebhook: MetaWebhookSettings | null;
  /** Null: no Google Calendar. */
  googleCalendar: CalendarSettings | null;
  /** What the platform keeps of each online payment, in basis points (hundredths of a percent). */
  platformFeeBp: number;
  /** IANA's list of the servers that know which domains are registered. Null: nobody is asked. */
  rdapBootstrapUrl: string | null;
  /** Orders that one restaurant takes from customers within ten minutes, over all addresses and numbers. */
  storefrontOrdersMax: number;
  /** Answers of the chatbot to one customer within ten minutes. */
  chatbotAnswersMax: number;
  /** An OpenAI-compatible endpoint that converses with the chatbot's guests. Null: the guide alone does. */
  llm: LlmSettings | null;
  /** Bounds of the model: tokens of one restaurant a day, and seconds for one message. */
  llmDailyTokens: number;
  llmSeconds: number;
  /** A model at the same endpoint that reads uploaded menus a second time. Null: their pictures stay on this server. */
  vision: LlmSettings | null;
  /** Null: files lie in a folder below `dataDir`. */
  s3: S3Settings | null;
  /** Null: created once and stored in the database. */
  vapid: VapidPair | null;
  /** Contact for push services: a mailto: or https: address. */
  vapidSubject: string;
  /** Origins of test doubles for the browsers' push services; none in production. */
  pushStandIns: string[];
  /** Number of reverse proxies in front; the client's address is that many entries from the right of X-Forwarded-For. */
  trustProxy: number;
  /** Origins besides their own that the pages connect to, as set at build time, such as the API's. */
  pageOrigins: string[];
  /** Websites of restaurants have hosts of their own: a name below the public URL's host, or a domain that its owner has proved. */
  isWebsiteByHost: boolean;
  /** Hosts that belong to Galley although they are not the public URL's: legacy ones and those of `appOrigins`. */
  appHosts: string[];
  /** Legacy hosts to redirect to the marketing site; null: none. */
  legacyHosts: LegacyHosts | null;
  /** Receives the pages' error reports; null: none are sent. */
  reports: ReportService | null;
  /** What Prometheus shows at /metrics. Null: there is no such page. */
  metricsToken: string | null;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

/** Each has up to 28 connections, of 200. */
const EMBEDDED_WORKERS = 6;

/**
 * Parses the settings; `source` takes precedence over `.env` in the working directory. Throws a SettingsError that names each wrong
 * setting.
 */
export function readEnv(source: Record<string, string | undefined> = withEnvFile(process.env)): Env {
  const filled = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const parsed = settings.safeParse(filled);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`);
    throw new SettingsError(`These settings are not right (see .env.example):\n  ${lines.join('\n  ')}`);
  }
  const given = parsed.data;
  const isProduction = given.NODE_ENV === 'production';
  if (isProduction) requireInProduction(given);
  if (Boolean(given.DATABASE_APP_URL) !== Boolean(given.DATABASE_AUTH_URL))
    throw new SettingsError('DATABASE_APP_URL and DATABASE_AUTH_URL: give both or none');
  if (given.DATABASE_APP_URL && !given.DATABASE_URL)
    throw new SettingsError('DATABASE_APP_URL: needs DATABASE_URL too');
  const dataDir = resolve(given.DATA_DIR);
  if (existsSync(dataDir) && !statSync(dataDir).isDirectory())
    throw new SettingsError(`DATA_DIR: ${dataDir} is a file; name a folder, or move the file away.`);
  if (!given.DATABASE_URL && given.WORKERS > EMBEDDED_WORKERS)
    throw new SettingsError(
      `WORKERS: the embedded PostgreSQL has connections for ${EMBEDDED_WORKERS} processes; set it lower, or DATABASE_URL.`,
    );
  const publicUrl = (given.PUBLIC_URL ?? `http://localhost:${given.PORT}`).replace(/\/$/, '');
  return {
    isProduction,
    port: given.PORT,
    host: given.HOST,
    workers: given.WORKERS,
    dataDir,
    databaseUrl: given.DATABASE_URL ?? null,
    databaseAppUrl: given.DATABASE_APP_URL ?? null,
    databaseAuthUrl: given.DATABASE_AUTH_URL ?? null,
    publicUrl,
    appOrigins: given.APP_ORIGINS,
    isDemo: given.DEMO ?? (!isProduction && !given.DATABASE_URL),
    demoPassword: given.DEMO_PASSWORD ?? null,
    smtpUrl: given.SMTP_URL ?? null,
    mailFrom: given.MAIL_FROM,
    operatorName: given.OPERATOR_NAME ?? null,
    operatorAddress: given.OPERATOR_ADDRESS ?? null,
    contactEmail: given.CONTACT_EMAIL ?? null,
    ...inFolder(dataDir, () => secretsKeys(given, dataDir)),
    isSecretsKeyLost: given.SECRETS_KEY_LOST ?? false,
    isBackupDaily: given.BACKUP_DAILY ?? true,
    backupCopyDir: given.BACKUP_COPY_DIR ? resolve(given.BACKUP_COPY_DIR) : null,
    backupPassphrase: given.BACKUP_PASSPHRASE ?? null,
    ...providerSettings.read(given),
    // A double of the calendar has no sign-in page.
    google: isStandIn(given.GOOGLE_API_ROOT) && !isStandIn(given.GOOGLE_ISSUER) ? null : google.read(given),
    facebook: facebook.read(given),
    platformFeeBp: given.PLATFORM_FEE_BP,
    rdapBootstrapUrl: given.RDAP_BOOTSTRAP_URL ?? null,
    storefrontOrdersMax: given.STOREFRONT_ORDERS_MAX,
    chatbotAnswersMax: given.CHATBOT_ANSWERS_MAX,
    llm: llm.read(given),
    llmDailyTokens: given.LLM_DAILY_TOKENS,
    llmSeconds: given.LLM_SECONDS,
    vision: vision.read(given),
    s3: s3.read(given),
    metaGraph: graph.read(given),
    metaWebhook: metaWebhook.read(given),
    googleCalendar: googleCalendar.read(given),
    vapid: vapid.read(given),
    vapidSubject: given.VAPID_SUBJECT ?? subjectOf(publicUrl, given.MAIL_FROM),
    pushStandIns: given.PUSH_STAND_INS,
    trustProxy: given.TRUST_PROXY ?? 0,
    pageOrigins: given.VITE_API_BASE_URL?.startsWith('http') ? [new URL(given.VITE_API_BASE_URL).origin] : [],
    reports: given.VITE_SENTRY_DSN ? readDsn(given.VITE_SENTRY_DSN) : null,
    isWebsiteByHost: given.WEBSITE_HOSTS ?? false,
    appHosts: [...given.APP_ORIGINS.map((origin) => new URL(origin).hostname), ...(legacyHosts(given)?.hosts ?? [])],
    legacyHosts: legacyHosts(given),
    metricsToken: given.METRICS_TOKEN ?? null,
    logLevel: given.LOG_LEVEL,
  };
}

const database = () =>
  z
    .string()
    .check(
      z.refine(
        (v) => isUrl(v, 'postgres:', 'postgresql:') && isDecodable(v),
        'has to look like postgres://user:password@host/database, with % in a name written as %25',
      ),
    );

/** Names of users and databases are decoded, and a lone % cannot be. */
function isDecodable(url: string): boolean {
  const { username, pathname } = new URL(url);
  try {
    decodeURIComponent(username + pathname);
    return true;
  } catch {
    // A URIError.
    return false;
  }
}

const mail = z
  .string()
  .check(z.refine((v) => isUrl(v, 'smtp:', 'smtps:'), 'has to look like smtp://user:password@host:587'));
const whole = (min: number, max: number) =>
  z.pipe(
    z
      .string()
      .check(
        z.refine(
          (v) => /^\d+$/.test(v) && Number(v) >= min && Number(v) <= max,
          `has to be a whole number from ${min} to ${max}`,
        ),
      ),
    z.transform(Number),
  );
const yesNo = z.pipe(
  z.enum(['0', '1'], { error: 'has to be 0 or 1' }),
  z.transform((v) => v === '1'),
);
const origins = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (v) => splitList(v).every((o) => isUrl(o, 'http:', 'https:') && new URL(o).origin === o),
        'has to be origins such as https://app.example.com, separated by commas',
      ),
    ),
  z.transform(splitList),
);

const secretsKey = z.string().check(z.minLength(LEAST_KEY, `has to be ${LEAST_KEY} characters or more`));

const host = z
  .string()
  .check(
    z.refine(
      (v) => URL.canParse(`http://${v}`) && new URL(`http://${v}`).host === v.toLowerCase(),
      'has to be a host such as business.example.com',
    ),
  );

/** All settings; .env.example lists the same names (env.test.ts). VITE_ settings are read when the pages are built. */
export const settings = z.object({
  ...providerSettings.shape,
  ...google.shape,
  ...facebook.shape,
  ...googleCalendar.shape,
  ...graph.shape,
  ...metaWebhook.shape,
  ...llm.shape,
  ...vision.shape,
  ...s3.shape,
  ...vapid.shape,
  NODE_ENV: z.optional(
    z.enum(['production', 'development', 'test'], { error: 'has to be production, development or test' }),
  ),
  PORT: z._default(whole(0, 65535), 8080),
  HOST: z._default(z.string(), 'localhost'),
  WORKERS: z._default(whole(1, 64), 1),
  DATA_DIR: z._default(z.string(), '.data'),
  DATABASE_URL: z.optional(database()),
  DATABASE_APP_URL: z.optional(database()),
  DATABASE_AUTH_URL: z.optional(database()),
  PUBLIC_URL: z.optional(web()),
  APP_ORIGINS: z._default(origins, []),
  DEMO: z.optional(yesNo),
  DEMO_PASSWORD: z.optional(z.string().check(z.minLength(8, 'has to be 8 characters or more'))),
  SMTP_URL: z.optional(mail),
  MAIL_FROM: z._default(z.string().check(z.regex(/@/, 'has to hold an address')), 'Galley <no-reply@galley.test>'),
  OPERATOR_NAME: z.optional(z.string().check(z.maxLength(200, 'has to be 200 characters or fewer'))),
  OPERATOR_ADDRESS: z.optional(z.string().check(z.maxLength(400, 'has to be 400 characters or fewer'))),
  CONTACT_EMAIL: z.optional(z.string().check(z.email('has to be an e-mail address'))),
  SECRETS_KEY: z.optional(secretsKey),
  SECRETS_KEY_PREVIOUS: z.optional(secretsKey),
  SECRETS_KEY_LOST: z.optional(yesNo),
  WEBSITE_HOSTS: z.optional(yesNo),
  BACKUP_DAILY: z.optional(yesNo),
  BACKUP_COPY_DIR: z.optional(z.string()),
  BACKUP_PASSPHRASE: z.optional(z.string().check(z.minLength(12, 'has to be 12 characters or more'))),
  PLATFORM_FEE_BP: z._default(whole(0, 3000), 0),
  RDAP_BOOTSTRAP_URL: z.optional(serviceUrl),
  STOREFRONT_ORDERS_MAX: z._default(whole(1, 1_000_000), 10_000),
  CHATBOT_ANSWERS_MAX: z._default(whole(1, 10_000), 20),
  LLM_DAILY_TOKENS: z._default(whole(0, 1_000_000_000), 1_000_000),
  LLM_SECONDS: z._default(whole(1, 60), 20),
  ALLOW_DOUBLES: z.optional(yesNo),
  VAPID_SUBJECT: z.optional(
    z.string().check(z.refine((v) => isUrl(v, 'mailto:', 'https:'), 'has to be a mailto: or https: address')),
  ),
  PUSH_STAND_INS: z._default(origins, []),
  TRUST_PROXY: z.optional(whole(0, 10)),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, 'has to be 16 characters or more'))),
  LOG_LEVEL: z._default(
    z.enum(['debug', 'info', 'warn', 'error', 'silent'], { error: 'has to be debug, info, warn, error or silent' }),
    'info',
  ),
  VITE_SENTRY_DSN: z.optional(
    z.string().check(z.refine((v) => readDsn(v) !== null, 'has to look like https://key@host/project')),
  ),
  VITE_BUSINESS_HOST: z.optional(host),
  VITE_RESTAURANT_HOST: z.optional(host),
  VITE_MARKETING_SITE: z.optional(web()),
  VITE_API_BASE_URL: z.optional(
    z
      .string()
      .check(z.refine((v) => v.startsWith('/') || isUrl(v, 'http:', 'https:'), 'has to be a path or an address')),
  ),
});

/** Legacy hosts without a marketing site lead nowhere, and a marketing site among them would redirect to itself for ever. */
function legacyHosts(given: z.infer<typeof settings>): LegacyHosts | null {
  const hosts = [given.VITE_BUSINESS_HOST, given.VITE_RESTAURANT_HOST].filter((host) => host !== undefined);
  if (hosts.length === 0) return null;
  const marketingSite = given.VITE_MARKETING_SITE?.replace(/\/+$/, '');
  if (!marketingSite) throw new SettingsError('VITE_BUSINESS_HOST and VITE_RESTAURANT_HOST: need VITE_MARKETING_SITE');
  const legacy = { hosts, marketingSite };
  if (hosts.some((host) => legacyTarget(host, legacy) === null))
    throw new SettingsError('VITE_MARKETING_SITE: is a legacy host itself; its visits would never arrive');
  return legacy;
}

/** Apple refuses a subject at localhost; without a public address, use the sender's mail address. */
const subjectOf = (publicUrl: string, mailFrom: string) =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:${/[^\s<>]+@[^\s<>]+/.exec(mailFrom)?.[0] ?? mailFrom}`;

function splitList(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

function requireInProduction(given: z.infer<typeof settings>) {
  if (given.PUSH_STAND_INS.length > 0) throw new SettingsError('PUSH_STAND_INS: is for tests, not for production');
  for (const [name, schema] of Object.entries(settings.shape))
    if (isServiceUrl(schema) && !given.ALLOW_DOUBLES && isStandIn(String(given[name as keyof typeof given])))
      throw new SettingsError(`${name}: has to be an https address in production`);
  const missing = (['PUBLIC_URL', 'SECRETS_KEY'] as const).filter((name) => given[name] === undefined);
  if (missing.length > 0) throw new SettingsError(`Production needs ${missing.join(' and ')} (see .env.example)`);
  // A TLS proxy is in front. Without TRUST_PROXY all visitors would share its address, and one stranger's wrong passwords would lock
  // everybody out.
  if (given.PUBLIC_URL?.startsWith('https:') && given.TRUST_PROXY === undefined)
    throw new SettingsError(
      'TRUST_PROXY: has to say how many reverse proxies stand in front of this server, because PUBLIC_URL is https; mostly 1 (see .env.example)',
    );
}

function secretsKeys(given: z.infer<typeof settings>, dataDir: string): SecretsKeys {
  const { SECRETS_KEY: key, SECRETS_KEY_PREVIOUS: previous = null } = given;
  if (key !== undefined) return { secretsKey: key, previousSecretsKey: previous ?? readPreviousKey(dataDir) };
  const kept = readKeptKeys(dataDir, { isLost: given.SECRETS_KEY_LOST ?? false });
  if ('fault' in kept) throw new SettingsError(`SECRETS_KEY is not set, and ${kept.fault}`);
  return { ...kept, previousSecretsKey: previous ?? kept.previousSecretsKey };
}

/** Turns an error of the data folder into a message that names it. */
function inFolder<T>(dataDir: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw explainFolderFault(error, dataDir);
  }
}

/** The settings of a command that needs no key. None is made: a data folder with a key alone counts as used. */
export function readEnvWithoutKey(
  source: Record<string, string | undefined> = withEnvFile(process.env),
): Omit<Env, 'secretsKey' | 'previousSecretsKey'> {
  const { secretsKey: _, previousSecretsKey: __, ...env } = readEnv({ ...source, SECRETS_KEY: 'x'.repeat(LEAST_KEY) });
  return env;
}

/** `source` with defaults from `.env` of the working directory. */
export function withEnvFile(source: Record<string, string | undefined>): Record<string, string | undefined> {
  if (!existsSync('.env')) return source;
  return { ...parseEnv(readFileSync('.env', 'utf8')), ...source };
}
