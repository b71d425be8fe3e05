import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const firefoxes = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/snap/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

const webKit = { driver: '/usr/bin/WebKitWebDriver', xvfb: '/usr/bin/Xvfb', python: '/usr/bin/python3' };
const webKitPackages = ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'python3-gi', 'xvfb', 'fonts-liberation'];

/** FIREFOX, an installed one, or as root Debian's. Throws when there is none: a test that does not run must not look like one that passed. */
export function findFirefox(): string {
  const find = () => process.env['FIREFOX'] || firefoxes.find((path) => existsSync(path));
  const found = find() ?? (installPackages(['firefox-esr', 'fonts-liberation']), find());
  if (found) return found;
  throw new Error(
    'The tests in Firefox need one. Install it (Debian: apt-get install firefox-esr) or name it in FIREFOX=/path/to/it.',
  );
}

/** The driver of WebKitGTK and what its window needs: installed, or as root Debian's. Throws when there is none. */
export function findWebKit(): typeof webKit {
  const missing = () => Object.values(webKit).find((path) => !existsSync(path)) ?? missingBinding();
  if (missing()) installPackages(webKitPackages);
  const lacking = missing();
  if (!lacking) return webKit;
  throw new Error(
    process.platform === 'linux'
      ? `The tests in WebKit lack ${lacking}. Debian: apt-get install ${webKitPackages.join(' ')}`
      : 'The tests in WebKit need WebKitGTK, which runs on Linux only. Run `npm test` in a Linux container or virtual machine as root; it installs what it needs.',
  );
}

/** Python's way to WebKitGTK is no file with a fixed name. */
function missingBinding(): string | null {
  const code = 'import gi; gi.require_version("WebKit2", "4.1"); from gi.repository import WebKit2';
  return spawnSync(webKit.python, ['-c', code]).status === 0 ? null : "WebKitGTK's binding for Python";
}

function installPackages(names: string[]): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  console.log(`Installing ${names.join(', ')} ...`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore' });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], { env, stdio: 'ignore' });
}
