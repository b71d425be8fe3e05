import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pageWidths, type Browser, type BrowserOptions } from './browser.ts';
import { findFirefox } from './find.ts';

/** Nothing asks the internet, and nothing stands in the way of the page. */
const preferences = {
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'browser.sessionstore.resume_from_crash': false,
  'browser.tabs.warnOnClose': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.disable_open_during_load': false,
  'extensions.update.enabled': false,
  'intl.accept_languages': 'en-GB',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'http://127.0.0.1:9/',
  'toolkit.telemetry.reportingpolicy.firstRun': false,
  'ui.prefersReducedMotion': 1,
};

/** Firefox over WebDriver BiDi, which it speaks by itself on a web socket. */
export async function openFirefox({ profile, width, height }: BrowserOptions): Promise<Browser> {
  await mkdir(profile, { recursive: true });
  await writeFile(
    join(profile, 'user.js'),
    Object.entries(preferences)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(''),
  );
  const child = spawn(
    findFirefox(),
    ['--headless', '--no-remote', '--new-instance', '--profile', profile, '--remote-debugging-port=0', 'about:blank'],
    {
      // Debian's build looks at the home folder too.
      env: { ...process.env, HOME: profile, MOZ_HEADLESS_WIDTH: String(width), MOZ_HEADLESS_HEIGHT: String(height) },
      stdio: ['ignore', 'ignore', 'pipe'],
      // A group of its own, so that all its processes can be ended at once.
      detached: true,
    },
  );
  const ended = once(child, 'exit');
  const killAll = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  };
  process.once('exit', killAll);

  const connection = await connect(`${await addressOf(child.stderr)}/session`);
  const { send } = connection;
  const problems: string[] = [];
  connection.listen('log.entryAdded', (entry: LogEntry) => {
    if (isProblem(entry)) problems.push(`${entry.level}: ${entry.text}`);
  });
  const { capabilities } = await send<{ capabilities: { browserVersion: string } }>('session.new', {
    capabilities: {},
  });
  await send('session.subscribe', { events: ['log.entryAdded'] });
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {});
  let context = contexts[0]!.context;
  await setViewport();

  async function setViewport(): Promise<void> {
    await send('browsingContext.setViewport', { context, viewport: { width, height } });
  }

  async function evaluate<A extends unknown[], T>(fn: (...args: A) => T | Promise<T>, ...args: A): Promise<T> {
    const answer = await send<ScriptAnswer>('script.callFunction', {
      functionDeclaration: `async (json) => JSON.stringify((await (${fn.toString()})(...JSON.parse(json))) ?? null)`,
      arguments: [{ type: 'string', value: JSON.stringify(args) }],
      target: { context },
      awaitPromise: true,
    });
    if (answer.type === 'exception') throw new Error(`In the page: ${answer.exceptionDetails.text}`);
    return JSON.parse(answer.result.value) as T;
  }

  /** A page that goes elsewhere at that very moment ends the navigation; a person would type the address again. */
  async function navigate(url: string, triesLeft = 2): Promise<void> {
    try {
      await send('browsingContext.navigate', { context, url, wait: 'complete' });
    } catch (error) {
      if (triesLeft === 0 || !String(error).includes('NS_BINDING_ABORTED')) throw error;
      await navigate(url, triesLeft - 1);
    }
  }

  async function end(): Promise<void> {
    await ended;
    connection.close();
    process.off('exit', killAll);
  }

  return {
    name: `Firefox ${capabilities.browserVersion}`,
    problems: async () => problems,
    navigate,
    reload: () => send('browsingContext.reload', { context, wait: 'complete' }),
    traverse: (by) => send('browsingContext.traverseHistory', { context, delta: by }),
    evaluate,
    perform: (actions) => send('input.performActions', { context, actions }),
    async screenshot() {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
    async print(press) {
      // Its dialog would wait for somebody. BiDi prints instead, on the roll of a receipt printer.
      await evaluate(() => void (window.print = () => undefined));
      await press();
      const { data } = await send<{ data: string }>('browsingContext.print', {
        context,
        page: { width: 8, height: 29.7 },
        margin: { top: 0, right: 0, bottom: 0, left: 0 },
      });
      return pageWidths(Buffer.from(data, 'base64'));
    },
    async openTab() {
      ({ context } = await send<{ context: string }>('browsingContext.create', { type: 'tab' }));
      await setViewport();
      return context;
    },
    tab: () => context,
    async switchTo(tab) {
      context = tab;
      await send('browsingContext.activate', { context });
    },
    closeTab: () => send('browsingContext.close', { context }),
    async quit() {
      await send('browser.close', {});
      await end();
    },
    async kill() {
      killAll();
      await end();
    },
  };
}

/** A network that fails, or a page that is left while it loads, is what these tests are about. */
const isProblem = ({ level, text }: LogEntry) =>
  ['error', 'warn'].includes(level) && !text.startsWith('Failed to load');

interface LogEntry {
  level: string;
  text: string;
}

type ScriptAnswer =
  | { type: 'success'; result: { value: string } }
  | { type: 'exception'; exceptionDetails: { text: string } };

/** Firefox writes where it listens. */
async function addressOf(stderr: NodeJS.ReadableStream): Promise<string> {
  let printed = '';
  return new Promise((resolve, reject) => {
    stderr.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const address = /WebDriver BiDi listening on (ws:\S+)/.exec(printed)?.[1];
      if (address) resolve(address);
    });
    stderr.on('end', () => reject(new Error(`Firefox has ended:\n${printed}`)));
  });
}

interface Connection {
  send<T = void>(method: string, params: object): Promise<T>;
  listen<T>(event: string, listener: (params: T) => void): void;
  close(): void;
}

type Message =
  | { type: 'success'; id: number; result: never }
  | { type: 'error'; id: number; error: string; message: string }
  | { type: 'event'; method: string; params: never };

async function connect(address: string): Promise<Connection> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error('Firefox does not take the connection')));
  });
  const pendingCommands = new Map<number, PromiseWithResolvers<never>>();
  const listeners = new Map<string, (params: never) => void>();
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.type === 'event') return listeners.get(message.method)?.(message.params);
    const call = pendingCommands.get(message.id);
    pendingCommands.delete(message.id);
    if (message.type === 'success') call?.resolve(message.result);
    else call?.reject(new Error(`${message.error}: ${message.message}`));
  });
  socket.addEventListener('close', () => {
    for (const call of pendingCommands.values()) call.reject(new Error('The connection to Firefox has ended'));
    pendingCommands.clear();
  });
  return {
    send<T>(method: string, params: object): Promise<T> {
      const id = ++lastId;
      const call = Promise.withResolvers<never>();
      pendingCommands.set(id, call);
      socket.send(JSON.stringify({ id, method, params }));
      return call.promise;
    },
    listen: (event, listener) => void listeners.set(event, listener),
    close: () => socket.close(),
  };
}
