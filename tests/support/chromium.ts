import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { LaunchOptions } from 'playwright-core';

/** The same browser without windows and notifications. It draws pages in half the time. */
const shell = '/usr/bin/chromium-headless-shell';

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * The path of a Chromium that starts: CHROMIUM, an installed one (as root, Debian's), else the one from npm. `isSmall`: npm's headless
 * shell first, which needs the least processor time. Throws when there is none, because a skipped browser test must not look like one
 * that passed.
 */
export async function findChromium({ isSmall = false } = {}): Promise<string> {
  const tried: string[] = [];
  for (const find of isSmall ? [named, fromNpm, installed, fromDebian] : [named, installed, fromDebian, fromNpm]) {
    const found = await find();
    if (!found) continue;
    const trouble = whyItDoesNotStart(found);
    if (!trouble) return found;
    tried.push(`${found}: ${trouble}`);
  }
  throw new Error(
    `The browser tests need a Chromium. Install one (Debian: apt-get install chromium) or name it in CHROMIUM=/path/to/it.\n${tried.join('\n')}`,
  );
}

/** Playwright's launch options; they work as root too. `isWhole`: not the headless shell, if another is installed. */
export async function chromiumLaunch({ isWhole = false } = {}): Promise<LaunchOptions> {
  const whole = isWhole ? usual.find((path) => existsSync(path)) : null;
  return {
    executablePath: whole ?? (await findChromium()),
    chromiumSandbox: false,
    args: ['--disable-gpu', '--disable-dev-shm-usage'],
  };
}

function named(): string | null {
  return process.env['CHROMIUM'] || null;
}

function installed(): string | null {
  return [shell, ...usual].find((path) => existsSync(path)) ?? null;
}

function fromDebian(): string | null {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null;
  console.log('No Chromium here; installing the one of this Linux ...');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' });
  spawnSync(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation', 'fonts-noto-color-emoji'],
    { env, stdio: 'ignore' },
  );
  return installed();
}

async function fromNpm(): Promise<string | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const { default: packed, inflate, setupLambdaEnvironment } = await import('@sparticuz/chromium');
  // It unpacks into the temporary folder of the machine, where a copy of another user may lie that this user cannot run.
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = join(tmpdir(), `galley-chromium-${process.getuid?.() ?? 0}`);
  await mkdir(process.env['TMPDIR'], { recursive: true, mode: 0o700 });
  try {
    const path = await packed.executablePath();
    // A machine without a desktop lacks libraries that a browser links to; the package brings them too.
    if (whyItDoesNotStart(path)) {
      const bin = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../bin');
      await inflate(join(bin, 'al2023.tar.br'));
      setupLambdaEnvironment(join(tmpdir(), 'al2023/lib'));
    }
    return path;
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}

function whyItDoesNotStart(path: string): string | null {
  const { status, error, stderr } = spawnSync(path, ['--no-sandbox', '--headless', '--version'], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (status === 0) return null;
  return error?.message ?? (stderr.trim().split('\n')[0] || `ended with ${status}`);
}
