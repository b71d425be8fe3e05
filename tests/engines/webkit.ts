import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pageWidths, until, type Browser, type BrowserOptions } from './browser.ts';
import { findWebKit } from './find.ts';

const environment = {
  // As root, without a graphics card, on a screen that nobody sees.
  WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  WEBKIT_DISABLE_DMABUF_RENDERER: '1',
  LIBGL_ALWAYS_SOFTWARE: '1',
  GDK_BACKEND: 'x11',
  NO_AT_BRIDGE: '1',
  LANG: 'C.UTF-8',
};

/** WebKitGTK, which shares Safari's engine, over plain WebDriver. */
export async function openWebKit({ profile, width, height }: BrowserOptions): Promise<Browser> {
  const { driver, xvfb } = findWebKit();
  const screen = await openScreen(xvfb);
  const port = await freePort();
  const child = spawn(driver, [`--port=${port}`, '--host=127.0.0.1'], {
    env: {
      ...process.env,
      ...environment,
      DISPLAY: screen.display,
      WEBKIT_PROFILE: profile,
      WEBKIT_SIZE: `${width}x${height}`,
    },
    stdio: 'ignore',
    detached: true,
  });
  const ended = once(child, 'exit');
  const killAll = () => {
    killGroup(child);
    killGroup(screen.server);
  };
  process.once('exit', killAll);

  async function send<T = void>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<T> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
      signal: AbortSignal.timeout(60_000),
    });
    const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  }

  await until('WebKitWebDriver answers', () =>
    send('GET', '/status').then(
      () => true,
      () => false,
    ),
  );
  const { sessionId, capabilities } = await send<{ sessionId: string; capabilities: { browserVersion: string } }>(
    'POST',
    '/session',
    {
      capabilities: {
        alwaysMatch: {
          'webkitgtk:browserOptions': { binary: fileURLToPath(new URL('webkit-window.py', import.meta.url)), args: [] },
        },
      },
    },
  );
  const inSession: typeof send = (method, path, body) => send(method, `/session/${sessionId}${path}`, body);
  let current = await inSession<string>('GET', '/window');

  async function end(): Promise<void> {
    killAll();
    await ended;
    process.off('exit', killAll);
  }

  async function switchTo(handle: string): Promise<void> {
    await inSession('POST', '/window', { handle });
    current = handle;
  }

  return {
    name: `WebKit ${capabilities.browserVersion}`,
    async problems() {
      const lines = await readFile(join(profile, 'problems.jsonl'), 'utf8').catch(() => '');
      return lines
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as string);
    },
    navigate: (url) => inSession('POST', '/url', { url }),
    reload: () => inSession('POST', '/refresh', {}),
    traverse: (by) => inSession('POST', by < 0 ? '/back' : '/forward', {}),
    async evaluate<A extends unknown[], T>(fn: (...args: A) => T | Promise<T>, ...args: A): Promise<T> {
      const script = `const [args, done] = arguments;
        (async () => (${fn.toString()})(...args))().then(
          (value) => done({ value: value ?? null }),
          (error) => done({ error: String(error) }),
        );`;
      const answer = await inSession<{ value: T; error?: string }>('POST', '/execute/async', { script, args: [args] });
      if (answer.error !== undefined) throw new Error(`In the page: ${answer.error}`);
      return answer.value;
    },
    perform: (actions) => inSession('POST', '/actions', { actions }),
    screenshot: async () => Buffer.from(await inSession<string>('GET', '/screenshot'), 'base64'),
    async print(press) {
      await press();
      const pdf = await until('a printed page', () => readPdf(join(profile, 'printed.pdf')));
      return pageWidths(pdf);
    },
    async openTab() {
      const { handle } = await inSession<{ handle: string }>('POST', '/window/new', { type: 'tab' });
      await switchTo(handle);
      return handle;
    },
    tab: () => current,
    switchTo,
    closeTab: () => inSession('DELETE', '/window'),
    async quit() {
      await send('DELETE', `/session/${sessionId}`);
      await end();
    },
    kill: end,
  };
}

/** Null until it is there to its last line. */
async function readPdf(path: string): Promise<Buffer | null> {
  const file = await readFile(path).catch(() => null);
  return file?.subarray(-32).includes('%%EOF') ? file : null;
}

/** A screen that nobody sees. The server picks a number that is free and writes it. */
async function openScreen(xvfb: string): Promise<{ display: string; server: ChildProcess }> {
  const server = spawn(xvfb, ['-displayfd', '3', '-screen', '0', '1400x1100x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    detached: true,
  });
  const [number] = (await once(server.stdio[3]!, 'data')) as [Buffer];
  return { display: `:${number.toString().trim()}`, server };
}

function killGroup({ pid }: ChildProcess): void {
  try {
    process.kill(-pid!, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
