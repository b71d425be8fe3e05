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

const execFile = promisify(execFileAndCall);

export interface GalleyOptions {
  /** Settings besides those that a test needs anyway. */
  env?: Record<string, string>;
  /** Its database is one of this PostgreSQL's; else it runs one of its own, embedded, as people's do, which takes some seconds longer. */
  cluster?: TestCluster;
  /** An interruption of this process from the keyboard does not reach the server: its owner ends it in good order. */
  isCalm?: boolean;
}

/** The product as people run it: `node server/main.ts` with a data folder of its own. */
export interface Galley {
  origin: string;
  port: number;
  dataDir: string;
  /** The owner's address, where the database is not its own. */
  databaseUrl: string | null;
  /** What it printed, for the report of a failure. */
  output(): string;
  /** `kill -9`: no goodbye, and its database goes on alone. */
  kill(): Promise<void>;
  /** Starts it again on the same port and folder and waits until it answers. */
  start(): Promise<void>;
  /** Runs one of the product's commands on the same data, as `npm run` does; answers what it printed. */
  run(script: string, ...args: string[]): Promise<string>;
  /** Ends it in good order and deletes its folder. */
  dispose(): Promise<void>;
}

export async function startGalley(options: GalleyOptions = {}): Promise<Galley> {
  const dataDir = await mkdtemp(join(tmpdir(), 'galley-e2e-'));
  // As root the database runs as a user of its own, who has to pass through the folder.
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

  /** An empty setting counts as none: nothing of the machine's own settings gets in. */
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
    const until = Date.now() + 60_000;
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

/** The newest mail to `email`: its text. Mails are files as long as no SMTP server is set. */
export async function newestMail(galley: Galley, email: string): Promise<string> {
  const folder = join(galley.dataDir, 'mail');
  const until = Date.now() + 10_000;
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

/** Without its head, whose dates and boundaries hold digits of their own. */
const textOf = (mail: string) => mail.slice(mail.search(/\r?\n\r?\n/));

/** Below the ports that systems give to outgoing connections: those might take this one between here and the server, or while it is down. */
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
