import { existsSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import * as z from 'zod/mini';
import { LEAST_KEY, readKeptKeys, readPreviousKey } from './platform/kept-key.ts';
import type { SecretsKeys } from './platform/secrets.ts';
import { readDsn, type ReportService } from './telemetry/dsn.ts';
import { legacyTarget, type LegacyHosts } from '../contract/legacy-hosts.ts';
import type { GraphSettings } from './integrations/graph.ts';
import type { FacebookSettings } from './integrations/sign-in/facebook.ts';
import type { GoogleSettings } from './integrations/sign-in/google.ts';
import { readVapidPair, type VapidPair } from './push/vapid.ts';
import { explainFolderFault } from './db/explain-fault.ts';
import { StartError } from './platform/start-error.ts';

/** What this process was told, parsed once at start and handed to whoever needs it. */
export interface Env {
  isProduction: boolean;
  port: number;
  host: string;
  /** Absolute. */
  dataDir: string;
  /** Null: the embedded PostgreSQL under `dataDir`. */
  databaseUrl: string | null;
  /** Logins of the API's two roles, where the owner's role may not make them. */
  databaseAppUrl: string | null;
  databaseAuthUrl: string | null;
  /** Where people reach this server, without a slash at the end. Outside production it follows the loopback host. */
  publicUrl: string;
  /** Origins besides `publicUrl` that may call the API with a bearer token. */
  appOrigins: string[];
  isDemo: boolean;
  /** Null: made at the first start and printed. */
  demoPassword: string | null;
  /** Null: mails become files under `dataDir`/mail. */
  smtpUrl: string | null;
  mailFrom: string;
  /** Who runs this installation and at which address, for the public pages. Null: nobody has said. */
  operatorName: string | null;
  operatorAddress: string | null;
  /** Shown on the public pages, and where messages of the contact form go. Null: not shown, and they go to the address of `mailFrom`. */
  contactEmail: string | null;
  /** Hashes one-time codes and encrypts a restaurant's secrets. */
  secretsKey: string;
  /** Opens what was encrypted before the present key; each start moves that under the present one. */
  previousSecretsKey: string | null;
  /** The operator has said that the key of former secrets is gone: those that do not open are given up. */
  isSecretsKeyLost: boolean;
  /** Daily backups under `dataDir`/backups. */
  isBackupDaily: boolean;
  /** Absolute; where each daily backup is copied to. Null: nowhere. */
  backupCopyDir: string | null;
  /** Under which backups hold the secrets key. Null: they do not hold it. */
  backupPassphrase: string | null;
  /** Null: nobody signs in with Google here. */
  google: GoogleSettings | null;
  facebook: FacebookSettings | null;
  /** Meta's Graph API, where WhatsApp's numbers are looked up; `url` without a slash at the end, `version` such as "v26.0". */
  metaGraph: GraphSettings;
  /** Null: made once and kept in the database. */
  vapid: VapidPair | null;
  /** Whom a push service may write to: a mailto: or https: address. */
  vapidSubject: string;
  /** Origins that may stand in for the browsers' push services; none in production. */
  pushStandIns: string[];
  /** How many reverse proxies stand in front; the client's address is taken that many steps from the right of X-Forwarded-For. */
  trustProxy: number;
  /** Origins that the pages talk to besides their own, as they were told at their build: the API's, if it is elsewhere. */
  pageOrigins: string[];
  /** Hosts of old whose visits go to the marketing site; null: there are none. */
  legacyHosts: LegacyHosts | null;
  /** Takes the pages' reports of faults; null: they report nothing. */
  reports: ReportService | null;
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

export class SettingsError extends StartError {
  override name = 'SettingsError';
}

/** Parses the settings; `.env` in the working directory stands behind `source`. Throws a SettingsError that names each wrong setting. */
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
  const publicUrl = (given.PUBLIC_URL ?? `http://localhost:${given.PORT}`).replace(/\/$/, '');
  return {
    isProduction,
    port: given.PORT,
    host: given.HOST,
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
    google: google(given),
    facebook: facebook(given),
    metaGraph: { url: bare(given.META_GRAPH_URL), version: given.META_GRAPH_VERSION },
    vapid: vapidPair(given),
    vapidSubject: given.VAPID_SUBJECT ?? subjectOf(publicUrl, given.MAIL_FROM),
    pushStandIns: given.PUSH_STAND_INS,
    trustProxy: given.TRUST_PROXY ?? 0,
    pageOrigins: given.VITE_API_BASE_URL?.startsWith('http') ? [new URL(given.VITE_API_BASE_URL).origin] : [],
    reports: given.VITE_SENTRY_DSN ? readDsn(given.VITE_SENTRY_DSN) : null,
    legacyHosts: legacyHosts(given),
    logLevel: given.LOG_LEVEL,
  };
}

const isUrl = (value: string, ...schemes: string[]) => URL.canParse(value) && schemes.includes(new URL(value).protocol);
const web = () => z.string().check(z.refine((v) => isUrl(v, 'http:', 'https:'), 'has to be an http or https address'));
const database = () =>
  z
    .string()
    .check(
      z.refine((v) => isUrl(v, 'postgres:', 'postgresql:'), 'has to look like postgres://user:password@host/database'),
    );
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
const base64url = (bytes: number) =>
  z
    .string()
    .check(
      z.refine(
        (v) => /^[\w-]+$/.test(v) && Buffer.from(v, 'base64url').length === bytes,
        `has to be ${bytes} bytes in base64url`,
      ),
    );
/** An outside service: https, or a stand-in on this machine. */
const service = (standard: string) =>
  z._default(
    z
      .string()
      .check(
        z.refine(
          (v) => isUrl(v, 'https:') || isStandIn(v),
          'has to be an https address, or an http one of this machine',
        ),
      ),
    standard,
  );
const isStandIn = (v: string) =>
  isUrl(v, 'http:') && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(v).hostname);
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

/** Every setting there is; .env.example lists the same names (env.test.ts). The VITE_ ones are read when the pages are built. */
export const settings = z.object({
  NODE_ENV: z.optional(
    z.enum(['production', 'development', 'test'], { error: 'has to be production, development or test' }),
  ),
  PORT: z._default(whole(0, 65535), 8080),
  HOST: z._default(z.string(), 'localhost'),
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
  BACKUP_DAILY: z.optional(yesNo),
  BACKUP_COPY_DIR: z.optional(z.string()),
  BACKUP_PASSPHRASE: z.optional(z.string().check(z.minLength(12, 'has to be 12 characters or more'))),
  GOOGLE_CLIENT_ID: z.optional(z.string()),
  GOOGLE_CLIENT_SECRET: z.optional(z.string()),
  GOOGLE_ISSUER: service('https://accounts.google.com'),
  FACEBOOK_APP_ID: z.optional(z.string()),
  FACEBOOK_APP_SECRET: z.optional(z.string()),
  FACEBOOK_URL: service('https://www.facebook.com'),
  META_GRAPH_URL: service('https://graph.facebook.com'),
  META_GRAPH_VERSION: z._default(z.string().check(z.regex(/^v\d+\.\d+$/, 'has to look like v26.0')), 'v26.0'),
  VAPID_PUBLIC_KEY: z.optional(base64url(65)),
  VAPID_PRIVATE_KEY: z.optional(base64url(32)),
  VAPID_SUBJECT: z.optional(
    z.string().check(z.refine((v) => isUrl(v, 'mailto:', 'https:'), 'has to be a mailto: or https: address')),
  ),
  PUSH_STAND_INS: z._default(origins, []),
  TRUST_PROXY: z.optional(whole(0, 10)),
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

/** The names without a marketing site lead nowhere, and a marketing site that is one of them would lead to itself for ever. */
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

function google(given: z.infer<typeof settings>): GoogleSettings | null {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = given;
  if (!clientId && !clientSecret) return null;
  if (!clientId || !clientSecret)
    throw new SettingsError('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET: give both or none');
  return { clientId, clientSecret, issuer: bare(given.GOOGLE_ISSUER) };
}

function facebook(given: z.infer<typeof settings>): FacebookSettings | null {
  const { FACEBOOK_APP_ID: appId, FACEBOOK_APP_SECRET: appSecret } = given;
  if (!appId && !appSecret) return null;
  if (!appId || !appSecret) throw new SettingsError('FACEBOOK_APP_ID and FACEBOOK_APP_SECRET: give both or none');
  const [url, graphUrl] = [bare(given.FACEBOOK_URL), bare(given.META_GRAPH_URL)];
  return { appId, appSecret, url, graphUrl, graphVersion: given.META_GRAPH_VERSION };
}

/** Without a slash at the end. */
const bare = (url: string) => url.replace(/\/+$/, '');

/** Both halves or none; a pair that is none would be refused by every push service. */
function vapidPair(given: z.infer<typeof settings>): VapidPair | null {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = given;
  if (!publicKey && !privateKey) return null;
  if (!publicKey || !privateKey) throw new SettingsError('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY: give both or none');
  try {
    readVapidPair({ publicKey, privateKey });
  } catch (error) {
    throw new SettingsError('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY: they are not a pair', { cause: error });
  }
  return { publicKey, privateKey };
}

/** Apple refuses a subject at localhost; the sender's mail address will do where there is no public one. */
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
  for (const name of ['GOOGLE_ISSUER', 'FACEBOOK_URL', 'META_GRAPH_URL'] as const)
    if (!given[name].startsWith('https:')) throw new SettingsError(`${name}: has to be an https address in production`);
  const missing = (['PUBLIC_URL', 'SECRETS_KEY'] as const).filter((name) => given[name] === undefined);
  if (missing.length > 0) throw new SettingsError(`Production needs ${missing.join(' and ')} (see .env.example)`);
  // Whatever ends TLS stands in front, and to this server all its visitors would have one address: one stranger's wrong passwords would lock everybody out.
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

/** A folder that cannot be used stops the start, and is named. */
function inFolder<T>(dataDir: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw explainFolderFault(error, dataDir);
  }
}

/** `.env` of the working directory, behind what the process was given. */
export function withEnvFile(source: Record<string, string | undefined>): Record<string, string | undefined> {
  if (!existsSync('.env')) return source;
  return { ...parseEnv(readFileSync('.env', 'utf8')), ...source };
}
