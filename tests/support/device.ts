import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type BrowserContext, type Locator, type Page } from 'playwright-core';
import { chromiumLaunch } from './chromium.ts';
import { startNetworkSwitch } from './network-switch.ts';
import { LONGEST_WAIT_MS } from './waits.ts';

export interface DeviceOptions {
  /** The app's origin as this device reaches it. */
  origin: string;
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
  /** Timeout of each browser step. */
  timeoutMs?: number;
  /** A whole browser: the headless shell has no notifications. */
  isWhole?: boolean;
  /** When set, the caller handles interruptions of this process. Otherwise the browser ends at once and this process with it. */
  isCalm?: boolean;
}

export interface Owner {
  email: string;
  password: string;
}

/**
 * A tablet or laptop with Galley in its browser: a Chromium with a profile that outlives it, so that it can be closed and opened
 * again without a network.
 */
export interface Device {
  origin: string;
  readonly context: BrowserContext;
  readonly page: Page;
  /**
   * What no page may have: errors and warnings on the console, uncaught errors, violations of the content security policy. Failed
   * requests do not count.
   */
  problems: string[];
  go(path: string): Promise<void>;
  signIn(owner: Owner): Promise<void>;
  goOffline(): Promise<void>;
  goOnline(): Promise<void>;
  /** The element that shows the sync state. */
  status(page?: Page): Locator;
  waitForStatus(begins: string | RegExp, options?: { timeoutMs?: number; page?: Page }): Promise<void>;
  /** Waits until the first sync is complete. */
  isLoaded(options?: { timeoutMs?: number }): Promise<void>;
  /** Opens another tab of the same device. */
  tab(path: string): Promise<Page>;
  close(): Promise<void>;
  /** `kill -9` of the whole browser, as when its battery is pulled; `reopen` starts it on the same profile. */
  kill(): Promise<void>;
  /**
   * `kill -9` of the process of some tab while the browser lives on. Returns the tabs that crashed. `order` decides which process is
   * tried first.
   */
  killTab(order: <T>(list: readonly T[]) => T[]): Promise<Page[]>;
  /** Opens the closed device again on `path`, with the network state that it had. */
  reopen(path: string): Promise<void>;
  /** Closes the browser and deletes its profile. */
  dispose(): Promise<void>;
}

const offlineFlags = ['--disable-background-networking', '--disable-component-update'];
/** Found once per process. */
let launching: ReturnType<typeof chromiumLaunch> | null = null;

const launchOptionsOf = ({ isWhole }: DeviceOptions) =>
  isWhole ? chromiumLaunch({ isWhole }) : (launching ??= chromiumLaunch());

export async function openDevice(options: DeviceOptions): Promise<Device> {
  const folder = await mkdtemp(join(tmpdir(), 'galley-device-'));
  const launchOptions = await launchOptionsOf(options);
  const network = await startNetworkSwitch();
  let isOffline = false;
  let context: BrowserContext;
  let page: Page;

  async function launch(): Promise<void> {
    context = await chromium.launchPersistentContext(folder, {
      ...launchOptions,
      args: [...(launchOptions.args ?? []), ...offlineFlags],
      offline: isOffline,
      proxy: { server: network.server },
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
    context.setDefaultTimeout(options.timeoutMs ?? LONGEST_WAIT_MS);
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
      // The browser reports failed requests itself; these tests break the network on purpose.
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
      network.set(false);
      await context.setOffline(true);
    },
    async goOnline() {
      isOffline = false;
      network.set(true);
      await context.setOffline(false);
    },
    status: (of = page) => of.getByRole('status').filter({ hasText: /^(All changes saved|\d+ changes? |Offline)/ }),
    async waitForStatus(begins, { timeoutMs = LONGEST_WAIT_MS, page: of = page } = {}) {
      const text = begins instanceof RegExp ? begins : new RegExp(`^\\s*${RegExp.escape(begins)}`);
      await of.getByRole('status').filter({ hasText: text }).first().waitFor({ timeout: timeoutMs });
    },
    async isLoaded({ timeoutMs = LONGEST_WAIT_MS } = {}) {
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
      // Some of the processes run no tab: a service worker, or a spare one for the next tab.
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
      await network.close();
      // The browser may still be writing its last files.
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
      // The process name is in brackets and may contain anything; state and parent follow it.
      return { pid, line, parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) };
    }),
  );
}

const isBrowserOn = ({ line }: Process, folder: string) => line.includes(folder) && !line.includes('--type=');

/** The browser process of a profile; its tab processes end with it. */
const browsersOn = async (folder: string): Promise<number[]> =>
  (await processes()).filter((one) => isBrowserOn(one, folder)).map(({ pid }) => pid);

/** The processes of a profile that run pages. */
async function tabProcessesOn(folder: string): Promise<number[]> {
  const all = await processes();
  const own = new Set(all.filter((one) => isBrowserOn(one, folder)).map(({ pid }) => pid));
  // Include grandchildren: on Linux, tab processes are forked from a zygote.
  for (let before = 0; before < own.size;) {
    before = own.size;
    for (const { pid, parent } of all) if (own.has(parent)) own.add(pid);
  }
  return all
    .filter(({ pid, line }) => own.has(pid) && line.includes('--type=renderer'))
    .map(({ pid }) => pid)
    .sort((a, b) => a - b);
}

/** Runs in the page: whether the sync layer's database says that the first load is complete. */
async function readIsComplete(): Promise<boolean> {
  // Opening a missing database would create it, so open only one that exists.
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

/** From here on the app starts without a network: its shell and every chunk are cached. */
async function serviceWorkerIsReady(page: Page): Promise<void> {
  const isReady = await page.evaluate(
    (limitMs) =>
      Promise.race([
        navigator.serviceWorker.ready.then(() => true),
        new Promise<boolean>((resolve) => setTimeout(() => resolve(false), limitMs)),
      ]),
    LONGEST_WAIT_MS,
  );
  if (!isReady) throw new Error(`The service worker has not started within ${LONGEST_WAIT_MS} ms`);
}
