import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type BrowserContext, type Locator, type Page } from 'playwright-core';
import { chromiumLaunch } from './chromium.ts';

export interface DeviceOptions {
  /** Where the app is, as this device reaches it. */
  origin: string;
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  /** How long the browser is waited for at each step. */
  timeoutMs?: number;
  /** An interruption of this process is for its owner to answer; else the browser ends at once, and this process with it. */
  isCalm?: boolean;
}

export interface Owner {
  email: string;
  password: string;
}

/**
 * A tablet or laptop with Galley in its browser: a Chromium of its own, whose storage outlives it, so that it can be closed and opened
 * again without a network.
 */
export interface Device {
  origin: string;
  readonly context: BrowserContext;
  readonly page: Page;
  /** What no page may have: errors and warnings on the console, uncaught ones, breaches of the content policy. Failed requests are not among them. */
  problems: string[];
  go(path: string): Promise<void>;
  signIn(owner: Owner): Promise<void>;
  goOffline(): Promise<void>;
  goOnline(): Promise<void>;
  /** The one element that tells the sync state. */
  status(page?: Page): Locator;
  waitForStatus(begins: string | RegExp, options?: { timeoutMs?: number; page?: Page }): Promise<void>;
  /** Waits until the first sync has brought everything. */
  isLoaded(options?: { timeoutMs?: number }): Promise<void>;
  /** Opens another tab of the same device. */
  tab(path: string): Promise<Page>;
  close(): Promise<void>;
  /** `kill -9` of the whole browser, as when its battery is taken out; `reopen` starts it on the same storage. */
  kill(): Promise<void>;
  /**
   * `kill -9` of the process that runs a tab, whichever it is, while the browser lives on; answers the tabs that died of it.
   * `order` decides which process.
   */
  killTab(order: <T>(list: readonly T[]) => T[]): Promise<Page[]>;
  /** Opens the closed device again, on `path`, with the network that it had. */
  reopen(path: string): Promise<void>;
  /** Closes it and forgets what it stored. */
  dispose(): Promise<void>;
}

const quiet = ['--disable-background-networking', '--disable-component-update'];
/** Found once a process. */
let launching: ReturnType<typeof chromiumLaunch> | null = null;

export async function openDevice(options: DeviceOptions): Promise<Device> {
  const folder = await mkdtemp(join(tmpdir(), 'galley-device-'));
  const launchOptions = await (launching ??= chromiumLaunch());
  let isOffline = false;
  let context: BrowserContext;
  let page: Page;

  async function launch(): Promise<void> {
    context = await chromium.launchPersistentContext(folder, {
      ...launchOptions,
      args: [...(launchOptions.args ?? []), ...quiet],
      offline: isOffline,
      viewport: options.viewport ?? { width: 1280, height: 900 },
      colorScheme: options.colorScheme ?? 'light',
      locale: 'en-GB',
      reducedMotion: 'reduce',
      ...(options.isCalm ? { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false } : {}),
    });
    await context.addInitScript(() => {
      document.addEventListener('securitypolicyviolation', (event) => {
        console.error(`content policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile ?? ''}`);
      });
    });
    context.setDefaultTimeout(options.timeoutMs ?? 15_000);
    context.on('page', listen);
    page = context.pages()[0] ?? (await context.newPage());
    listen(page);
  }

  const listened = new WeakSet<Page>();
  function listen(opened: Page): void {
    if (listened.has(opened)) return;
    listened.add(opened);
    opened.on('pageerror', (error) => device.problems.push(`uncaught: ${error.stack ?? error.message}`));
    opened.on('console', (message) => {
      // The browser itself reports each request that failed; a network that fails is what these tests are about.
      if (!['error', 'warning'].includes(message.type()) || message.text().startsWith('Failed to load resource'))
        return;
      device.problems.push(`console ${message.type()}: ${message.text()}`);
    });
  }

  const device: Device = {
    origin: options.origin,
    get context() {
      return context;
    },
    get page() {
      return page;
    },
    problems: [],
    async go(path) {
      await page.goto(new URL(path, device.origin).href, { waitUntil: 'load' });
    },
    async signIn(owner) {
      await device.go('/login');
      await fillSignIn(page, owner);
      await page.waitForURL((url) => url.pathname.startsWith('/restaurant/'));
      await serviceWorkerIsReady(page);
    },
    async goOffline() {
      isOffline = true;
      await context.setOffline(true);
      // Once, among thousands, a change was sent all the same: said here, the cause is nearer than in what the test finds later.
      for (let tries = 1; await hasNetwork(context); tries++) {
        if (tries === 3) throw new Error('A worker of the browser has a network, though the browser has none');
        await context.setOffline(false);
        await context.setOffline(true);
      }
    },
    async goOnline() {
      isOffline = false;
      await context.setOffline(false);
    },
    status: (of = page) => of.getByRole('status').filter({ hasText: /^(All changes saved|\d+ changes? |Offline)/ }),
    async waitForStatus(begins, { timeoutMs = 20_000, page: of = page } = {}) {
      const text = begins instanceof RegExp ? begins : new RegExp(`^\\s*${RegExp.escape(begins)}`);
      await of.getByRole('status').filter({ hasText: text }).first().waitFor({ timeout: timeoutMs });
    },
    async isLoaded({ timeoutMs = 20_000 } = {}) {
      const until = Date.now() + timeoutMs;
      while (!(await page.evaluate(readIsComplete))) {
        if (Date.now() > until) throw new Error(`The first sync is not complete after ${timeoutMs} ms`);
        await sleep(100);
      }
    },
    async tab(path) {
      const opened = await context.newPage();
      listen(opened);
      await opened.goto(device.origin + path);
      return opened;
    },
    close: () => context.close(),
    async kill() {
      const closed = new Promise<void>((resolve) => context.once('close', () => resolve()));
      for (const pid of await browsersOn(folder)) process.kill(pid, 'SIGKILL');
      await closed;
    },
    async killTab(order) {
      const dead: Page[] = [];
      for (const tab of context.pages()) tab.once('crash', () => void dead.push(tab));
      // Some of them run no tab: a service worker, or one kept in store for the next tab.
      for (const pid of order(await tabProcessesOn(folder))) {
        process.kill(pid, 'SIGKILL');
        for (let waited = 0; dead.length === 0 && waited < 500; waited += 10) await sleep(10);
        if (dead.length > 0) return dead;
      }
      throw new Error('No tab has died');
    },
    async reopen(path) {
      await launch();
      await device.go(path);
    },
    async dispose() {
      await context.close();
      // The browser's last files may still be on their way.
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
  await launch();
  return device;
}

interface Process {
  pid: number;
  parent: number;
  line: string;
}

async function processes(): Promise<Process[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  // A process may have ended since the folder was read.
  const read = (pid: number, what: string) => readFile(`/proc/${pid}/${what}`, 'utf8').catch(() => '');
  return Promise.all(
    pids.map(async (pid) => {
      const [line, stat] = await Promise.all([read(pid, 'cmdline'), read(pid, 'stat')]);
      // Its name stands in brackets and may hold anything; then come its state and its parent.
      return { pid, line, parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) };
    }),
  );
}

const isBrowserOn = ({ line }: Process, folder: string) => line.includes(folder) && !line.includes('--type=');

/** The browser process of a profile; those of its tabs end with it. */
const browsersOn = async (folder: string): Promise<number[]> =>
  (await processes()).filter((one) => isBrowserOn(one, folder)).map(({ pid }) => pid);

/** The processes of a profile that run pages. */
async function tabProcessesOn(folder: string): Promise<number[]> {
  const all = await processes();
  const own = new Set(all.filter((one) => isBrowserOn(one, folder)).map(({ pid }) => pid));
  // Children's children too: on Linux they come from a nursery.
  for (let before = 0; before < own.size;) {
    before = own.size;
    for (const { pid, parent } of all) if (own.has(parent)) own.add(pid);
  }
  return all
    .filter(({ pid, line }) => own.has(pid) && line.includes('--type=renderer'))
    .map(({ pid }) => pid)
    .sort((a, b) => a - b);
}

/** Can a worker of any tab reach the server? One that ends meanwhile cannot. */
async function hasNetwork(context: BrowserContext): Promise<boolean> {
  const workers = context.pages().flatMap((page) => page.workers());
  const answers = workers.map((worker) =>
    Promise.race([worker.evaluate(reaches).catch(() => false), sleep(2000, false)]),
  );
  return (await Promise.all(answers)).some(Boolean);
}

/** In a worker. */
const reaches = (): Promise<boolean> =>
  fetch('/manifest.webmanifest', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );

/** In the page: what the layer says of itself in its database. */
async function readIsComplete(): Promise<boolean> {
  // A name without a version would make the database, so only one that stands is opened.
  const found = (await indexedDB.databases()).find(
    ({ name, version }) => name?.startsWith('galley:') && (version ?? 0) > 1,
  );
  if (!found) return false;
  const open = indexedDB.open(found.name!);
  await new Promise((resolve) => open.addEventListener('success', resolve));
  const row = open.result.transaction('sync').objectStore('sync').get('isComplete');
  await new Promise((resolve) => row.addEventListener('success', resolve));
  open.result.close();
  return (row.result as { value?: boolean } | undefined)?.value === true;
}

export async function fillSignIn(page: Page, owner: Owner): Promise<void> {
  await page.getByLabel('E-mail').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** From here on the app starts without a network: its shell and every chunk are in the cache. */
async function serviceWorkerIsReady(page: Page): Promise<void> {
  const isReady = await page.evaluate(() =>
    Promise.race([
      navigator.serviceWorker.ready.then(() => true),
      new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 15_000)),
    ]),
  );
  if (!isReady) throw new Error('The service worker has not started within 15 s');
}
