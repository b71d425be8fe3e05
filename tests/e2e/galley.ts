import { execFile as execFileAndCall, spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { cloneDatabase, type TestCluster } from '../support/cluster.ts';
import { LONGEST_WAIT_MS, TEST_LIMIT_MS } from '../support/waits.ts';

const execFile = promisify(execFileAndCall);

export interface GalleyOptions {
  /** Settings in addition to those that every test needs. */
  env?: Record<string, string>;
  /**
   * Takes a database of this PostgreSQL. Otherwise it starts its own embedded one, as installations do, which takes some seconds
   * longer.
   */
  cluster?: TestCluster;
  /** When set, keyboard interrupts do not reach the server: the caller shuts it down properly. */
  isCalm?: boolean;
}

/** The product as people run it: `node server/main.ts` with its own data folder. */
export interface Galley {
  origin: string;
  port: number;
  dataDir: string;
  /** The owner's address if the database is not embedded. */
  databaseUrl: string | null;
  /** Of the running server. */
  pid(): number;
  /** What it printed, for failure reports. */
  output(): string;
  /** `kill -9`: no shutdown, and its database keeps running. */
  kill(): Promise<void>;
  /** Starts it again on the same port and folder, and waits until it answers. */
  start(): Promise<void>;
  /** Runs one of the product's commands on the same data, as `npm run` does. Returns what it printed. */
  run(script: string, ...args: string[]): Promise<string>;
  /** Shuts it down properly and deletes its folder. */
  dispose(): Promise<void>;
}

export async function startGalley(options: GalleyOptions = {}): Promise<Galley> {
  const dataDir = await mkdtemp(join(tmpdir(), 'galley-e2e-'));
  // When started as root, the database runs as its own user, who needs to traverse the folder.
  await chmod(dataDir, 0o711);
  const port = await freePort();
  const database = options.cluster ? await cloneDatabase(options.cluster) : null;
  let child: ChildProcess | null = null;
  let printed = '';

  const galley: Galley = {
    origin: `http://localhost:${port}`,
    port,
    dataDir,
    databaseUrl: database?.url ?? null,
    pid: () => child!.pid!,
    output: () => printed,
    async kill() {
      await end('SIGKILL');
    },
    async start() {
      child = spawn(process.execPath, ['server/main.ts'], {
        env: { ...settings(), ...options.env },
        stdio: ['ignore', 'pipe', 'pipe'],
        detached: options.isCalm ?? false,
      });
      child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
      child.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
      await answers();
    },
    async run(script, ...args) {
      const { stdout } = await execFile(process.execPath, [script, ...args], { env: settings(), maxBuffer: 1e8 });
      return stdout;
    },
    async dispose() {
      await end('SIGTERM');
      await database?.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };

  /** An empty setting counts as unset, so that nothing of the machine's environment gets in. */
  const settings = () => ({
    ...process.env,
    NODE_ENV: '',
    DATABASE_URL: database?.url ?? '',
    DATABASE_APP_URL: database?.appUrl ?? '',
    DATABASE_AUTH_URL: database?.authUrl ?? '',
    SMTP_URL: '',
    PUBLIC_URL: '',
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DEMO: '0',
    LOG_LEVEL: 'warn',
    // It would begin a minute after the start, in the midst of what a test measures.
    BACKUP_DAILY: '0',
  });

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = child;
    child = null;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = once(ending, 'exit');
    ending.kill(signal);
    await ended;
  }

  async function answers(): Promise<void> {
    const until = Date.now() + TEST_LIMIT_MS;
    while (Date.now() < until) {
      if (child?.exitCode !== null) throw new Error(`The server ended at its start:\n${printed}`);
      const isUp = await fetch(`http://127.0.0.1:${port}/backend/health`).then(
        (reply) => reply.ok,
        () => false,
      );
      if (isUp) return;
      await sleep(25);
    }
    throw new Error(`The server does not answer:\n${printed}`);
  }

  await galley.start();
  return galley;
}

/** The text of the newest mail to `email`. Mails are files as long as no SMTP server is set. */
export async function newestMail(galley: Galley, email: string): Promise<string> {
  const folder = join(galley.dataDir, 'mail');
  const until = Date.now() + LONGEST_WAIT_MS;
  while (Date.now() < until) {
    const files = (await readdir(folder).catch(() => [])).filter((name) => /^[^.].*\.eml$/.test(name));
    for (const file of files.toSorted().toReversed()) {
      const text = await readFile(join(folder, file), 'utf8');
      if (
        text.toLowerCase().includes(`to: ${email.toLowerCase()}`) ||
        text.toLowerCase().includes(`<${email.toLowerCase()}>`)
      )
        return text;
    }
    await sleep(50);
  }
  throw new Error(`No mail to ${email} in ${folder}`);
}

export async function codeFor(galley: Galley, email: string): Promise<string> {
  const code = /\b(\d{6})\b/.exec(textOf(await newestMail(galley, email)))?.[1];
  if (!code) throw new Error(`The mail to ${email} holds no code`);
  return code;
}

/** The mail without its head, whose dates and boundaries contain digits too. */
const textOf = (mail: string) => mail.slice(mail.search(/\r?\n\r?\n/));

/** A port below the range of outgoing connections, which might otherwise take it before the server starts or while it is down. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch {
      continue; // taken
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}
