import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readEnv } from '../env.ts';

const folders: string[] = [];
let DATA_DIR: string;

beforeEach(() => {
  DATA_DIR = mkdtempSync(join(tmpdir(), 'galley-key-'));
  folders.push(DATA_DIR);
});
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

const file = () => join(DATA_DIR, 'secrets.key');

describe('the stored secrets key', () => {
  test.each([
    ['half of it', 'a'.repeat(31)],
    ['nothing', ''],
  ])('stops the start if the file contains %s', (_, text) => {
    writeFileSync(file(), text);
    expect(() => readEnv({ DATA_DIR })).toThrow(`secrets.key holds ${text.length} characters`);
    expect(readFileSync(file(), 'utf8')).toBe(text);
  });

  test.each(['postgres', 'postgres.json'])('is not recreated beside a database (%s)', (name) => {
    mkdirSync(join(DATA_DIR, name));
    expect(() => readEnv({ DATA_DIR })).toThrow('secrets.key is missing');
    expect(existsSync(file())).toBe(false);
    expect(readEnv({ DATA_DIR, SECRETS_KEY: 'k'.repeat(32) }).secretsKey).toBe('k'.repeat(32));
    expect(readEnv({ DATA_DIR, SECRETS_KEY_LOST: '1' }).secretsKey).toMatch(/^[0-9a-f]{64}$/);
  });

  test('is replaced if the former one is named previous', () => {
    const former = readEnv({ DATA_DIR }).secretsKey;
    mkdirSync(join(DATA_DIR, 'postgres'));
    renameSync(file(), `${file()}.previous`);
    const env = readEnv({ DATA_DIR });
    expect(env.previousSecretsKey).toBe(former);
    expect(env.secretsKey).not.toBe(former);
    expect(readEnv({ DATA_DIR })).toMatchObject({ secretsKey: env.secretsKey, previousSecretsKey: former });
  });

  test('is the same for simultaneous starts and never half written', async () => {
    const code = `import { readEnv } from ${JSON.stringify(new URL('../env.ts', import.meta.url).href)};
      console.log(readEnv({ DATA_DIR: ${JSON.stringify(DATA_DIR)} }).secretsKey)`;
    const started = Array.from({ length: 6 }, () =>
      promisify(execFile)(process.execPath, ['--input-type=module', '-e', code]),
    );
    const seen = new Set((await Promise.all(started)).map(({ stdout }) => stdout.trim()));
    expect(seen).toEqual(new Set([readFileSync(file(), 'utf8')]));
    expect(readdirSync(DATA_DIR)).toEqual(['secrets.key']);
  });
});
