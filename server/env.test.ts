import { mkdtempSync, readFileSync, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readEnv, readEnvWithoutKey, settings } from './env.ts';
import { newDatabaseMessage } from './db/new-database.ts';
import { makeVapidPair } from './integrations/push/vapid.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'galley-env-'));
const root = new URL('../', import.meta.url).pathname;
const names = Object.keys(settings.shape);
const PRODUCTION = {
  DATA_DIR,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://galley.example.com/',
  SECRETS_KEY: 'k'.repeat(32),
  TRUST_PROXY: '1',
};

describe('the settings', () => {
  test('of a command without a key leave the data folder unused', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'galley-env-'));
    expect(readEnvWithoutKey({ DATA_DIR: folder, PORT: '8090' }).publicUrl).toBe('http://localhost:8090');
    expect(await readdir(folder)).toEqual([]);
    expect(newDatabaseMessage(folder)).not.toContain('mounted');
  });

  test('none is needed outside production', () => {
    expect(readEnv({ DATA_DIR })).toMatchObject({
      port: 8080,
      host: 'localhost',
      databaseUrl: null,
      isDemo: true,
      isProduction: false,
      publicUrl: 'http://localhost:8080',
    });
  });

  test.each([
    ['PORT', '80a'],
    ['PORT', '70000'],
    ['DEMO', 'yes'],
    ['DATABASE_URL', 'mysql://x/y'],
    ['DATABASE_URL', 'postgres://50%:password@localhost/galley'],
    ['DATABASE_URL', 'postgres://galley:password@localhost/%ff'],
    ['PUBLIC_URL', 'galley.example.com'],
    ['APP_ORIGINS', 'https://a.example.com/path'],
    ['SMTP_URL', 'mail.example.com'],
    ['SECRETS_KEY', 'short'],
    ['SECRETS_KEY_PREVIOUS', 'short'],
    ['SECRETS_KEY_LOST', 'yes'],
    ['BACKUP_DAILY', 'no'],
    ['BACKUP_PASSPHRASE', 'short'],
    ['VAPID_PUBLIC_KEY', 'abc'],
    ['VAPID_PRIVATE_KEY', 'x'.repeat(43) + '='],
    ['VAPID_SUBJECT', 'owner@example.com'],
    ['PUSH_STAND_INS', 'http://127.0.0.1:9999/path'],
    ['GOOGLE_ISSUER', 'http://accounts.example.com'],
    ['FACEBOOK_URL', 'facebook.com'],
    ['META_GRAPH_URL', 'ftp://graph.facebook.com'],
    ['META_GRAPH_VERSION', '26'],
    ['LOG_LEVEL', 'loud'],
    ['TRUST_PROXY', 'true'],
    ['NODE_ENV', 'prod'],
    ['VITE_API_BASE_URL', 'backend'],
    ['VITE_BUSINESS_HOST', 'https://business.example.com'],
    ['VITE_RESTAURANT_HOST', 'restaurant.example.com/old'],
    ['VITE_RESTAURANT_HOST', 'somebody@restaurant.example.com'],
    ['VITE_MARKETING_SITE', 'www.example.com'],
    ['VITE_SENTRY_DSN', 'https://errors.example.com/1'],
  ])('a wrong %s stops the start and is named', (name, value) => {
    expect(() => readEnv({ DATA_DIR, [name]: value })).toThrow(new RegExp(`^ {2}${name}: has to`, 'm'));
  });

  test('all wrong ones are named at once', () => {
    expect(() => readEnv({ DATA_DIR, PORT: 'x', DEMO: 'y' })).toThrow(/PORT[^]*DEMO/);
  });

  test('an empty one counts as none', () => {
    expect(readEnv({ DATA_DIR, PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 8080, databaseUrl: null });
  });

  test('legacy hosts need a marketing site on another host', () => {
    const read = (more: Record<string, string>) => readEnv({ DATA_DIR, ...more }).legacyHosts;
    const hosts = { VITE_BUSINESS_HOST: 'business.example.com', VITE_RESTAURANT_HOST: 'Restaurant.example.com:8080' };
    expect(read({ ...hosts, VITE_MARKETING_SITE: 'https://www.example.com/' })).toEqual({
      hosts: ['business.example.com', 'Restaurant.example.com:8080'],
      marketingSite: 'https://www.example.com',
    });
    expect(read({ VITE_MARKETING_SITE: 'https://www.example.com' })).toBeNull();
    expect(() => read(hosts)).toThrow('need VITE_MARKETING_SITE');
    for (const site of [
      'https://business.example.com',
      'http://BUSINESS.example.com:81/x',
      'http://restaurant.example.com:8080',
    ])
      expect(() => read({ ...hosts, VITE_MARKETING_SITE: site })).toThrow('is a legacy host itself');
  });

  test('a mismatched push key pair stops the start', () => {
    const [mine, theirs] = [makeVapidPair(), makeVapidPair()];
    const read = (VAPID_PUBLIC_KEY: string, VAPID_PRIVATE_KEY: string) =>
      readEnv({ DATA_DIR, VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY }).vapid;
    expect(read(mine.publicKey, mine.privateKey)).toEqual(mine);
    expect(() => read(mine.publicKey, theirs.privateKey)).toThrow('they are not a pair');
    expect(() => read(mine.publicKey, '')).toThrow('give both or none');
  });

  test('a sign-in provider needs both settings, in production the original', () => {
    const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
    expect(readEnv({ DATA_DIR })).toMatchObject({ google: null, facebook: null });
    expect(readEnv({ DATA_DIR, ...google }).google).toEqual({
      clientId: 'id',
      clientSecret: 'secret',
      issuer: 'https://accounts.google.com',
    });
    expect(() => readEnv({ DATA_DIR, GOOGLE_CLIENT_ID: 'id' })).toThrow('give both or none');
    expect(() => readEnv({ DATA_DIR, FACEBOOK_APP_SECRET: 'secret' })).toThrow('give both or none');
    const local = { DATA_DIR, ...google, GOOGLE_ISSUER: 'http://localhost:9000/' };
    expect(readEnv(local).google?.issuer).toBe('http://localhost:9000');
    expect(() => readEnv({ ...local, ...PRODUCTION })).toThrow('GOOGLE_ISSUER: has to be an https address');
  });

  test('production has no push test doubles', () => {
    expect(() => readEnv({ ...PRODUCTION, PUSH_STAND_INS: 'http://127.0.0.1:9999' })).toThrow('PUSH_STAND_INS');
  });

  test('production needs its address and key and has no demo', () => {
    expect(() => readEnv({ DATA_DIR, NODE_ENV: 'production' })).toThrow('PUBLIC_URL and SECRETS_KEY');
    expect(readEnv(PRODUCTION)).toMatchObject({
      isProduction: true,
      isDemo: false,
      publicUrl: 'https://galley.example.com',
      secretsKey: PRODUCTION.SECRETS_KEY,
    });
  });

  test('production over https needs the number of proxies', () => {
    const { TRUST_PROXY: _, ...unsaid } = PRODUCTION;
    expect(() => readEnv(unsaid)).toThrow(/^TRUST_PROXY: has to say how many reverse proxies/);
    expect(readEnv({ ...unsaid, TRUST_PROXY: '0' }).trustProxy).toBe(0);
    expect(readEnv({ ...unsaid, PUBLIC_URL: 'http://kitchen.example' }).trustProxy).toBe(0);
  });

  test('a database server has a demo only on request', () => {
    const DATABASE_URL = 'postgres://u:p@localhost/galley';
    expect(readEnv({ DATA_DIR, DATABASE_URL }).isDemo).toBe(false);
    expect(readEnv({ DATA_DIR, DATABASE_URL, DEMO: '1' }).isDemo).toBe(true);
    expect(() => readEnv({ DATA_DIR, DATABASE_URL, DATABASE_APP_URL: DATABASE_URL })).toThrow('give both or none');
  });

  test('a model for pictures is one of its own at the endpoint', () => {
    const url = 'https://api.example.com/v1';
    const sees = { DATA_DIR, LLM_BASE_URL: `${url}/`, LLM_VISION_MODEL: 'sees' };
    expect(readEnv(sees)).toMatchObject({ llm: null, vision: { url, model: 'sees', apiKey: null } });
    const both = readEnv({ ...sees, LLM_MODEL: 'writes', LLM_API_KEY: 'k' });
    expect(both).toMatchObject({ llm: { model: 'writes' }, vision: { model: 'sees', apiKey: 'k' } });
    // Pictures go nowhere unless a model for them is named.
    expect(readEnv({ DATA_DIR, LLM_BASE_URL: url, LLM_MODEL: 'writes' }).vision).toBeNull();
    expect(() => readEnv({ DATA_DIR, LLM_VISION_MODEL: 'sees' })).toThrow('LLM_VISION_MODEL');
  });

  test('the key is created once and readable by its owner', () => {
    const first = readEnv({ DATA_DIR }).secretsKey;
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(readEnv({ DATA_DIR }).secretsKey).toBe(first);
    expect(statSync(join(DATA_DIR, 'secrets.key')).mode & 0o777).toBe(0o600);
  });

  test('.env.example lists exactly the settings', () => {
    const listed = [...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(
      (match) => match[1]!,
    );
    expect(new Set(listed)).toEqual(new Set(names));
    expect(listed).toHaveLength(names.length);
  });

  test('pages and service worker read only listed settings', async () => {
    const used = new Set<string>();
    for (const folder of ['src', 'sw'])
      for (const file of await readdir(join(root, folder), { recursive: true }))
        if (/\.tsx?$/.test(file))
          for (const match of (await readFile(join(root, folder, file), 'utf8')).matchAll(/\bVITE_[A-Z_]+\b/g))
            used.add(match[0]);
    expect(used).toEqual(new Set(names.filter((name) => name.startsWith('VITE_'))));
  });
});
