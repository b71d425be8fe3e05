import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, minifySync, type LibraryOptions } from 'vite';
import { darkTokens, lightTokens } from '../src/ui/tokens.ts';
import { documentOf, robots, sitemap, type Assets, type Page } from './layout.ts';
import { business } from './pages/business.ts';
import { company } from './pages/company.ts';
import { contactUs } from './pages/contact-us.ts';
import { privacyPolicy } from './pages/privacy-policy.ts';
import { restaurant } from './pages/restaurant.ts';
import { termsOfUse } from './pages/terms-of-use.ts';

export const pages: readonly Page[] = [contactUs, privacyPolicy, termsOfUse, business, restaurant, company];

export interface SiteFile {
  /** Below the built folder. Names that begin with a dot are templates that server/web/site.ts fills in and serves. */
  name: string;
  content: string | Buffer;
}

/** All files of the public pages. */
export async function renderSite(): Promise<SiteFile[]> {
  const [css, theme, toApp, script, website, photographs] = await Promise.all([
    styleSheet(),
    scriptOf('../public/theme.js'),
    scriptOf('scripts/to-app.ts'),
    scriptOf('scripts/nicer.ts'),
    scriptOf('scripts/website.ts'),
    readShots(),
  ]);
  const scriptName = hashed('site.js', script);
  const assets: Assets = {
    css,
    theme,
    toApp,
    script: `/${scriptName}`,
    shot(file) {
      const found = photographs.get(file);
      if (!found) throw new Error(`There is no photograph site/shots/${file}`);
      return `/${found.name}`;
    },
  };
  return [
    { name: scriptName, content: script },
    // The websites of restaurants load scripts from this folder only.
    { name: hashed('website.js', website, 'site'), content: website },
    ...photographs.values(),
    ...pages.map((page) => ({ name: `.site${page.path}.html`, content: documentOf(page, assets) })),
    { name: '.site/sitemap.xml', content: sitemap() },
    { name: '.site/robots.txt', content: robots },
  ];
}

const here = (path: string) => new URL(path, import.meta.url);

const hashed = (file: string, content: string | Buffer, folder = 'assets') => {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8);
  return `${folder}/${file.replace(/\.(\w+)$/, `-${hash}.$1`)}`;
};

async function readShots(): Promise<Map<string, SiteFile>> {
  const files = (await readdir(here('shots/'))).filter((file) => /\.(webp|jpg)$/.test(file));
  const read = async (file: string): Promise<[string, SiteFile]> => {
    const content = await readFile(here(`shots/${file}`));
    return [file, { name: hashed(`site-${file}`, content), content }];
  };
  return new Map(await Promise.all(files.map(read)));
}

async function scriptOf(path: string): Promise<string> {
  const lib: LibraryOptions = { entry: fileURLToPath(here(path)), formats: ['es'], fileName: 'script' };
  const options = { write: false, minify: false, target: 'esnext', lib } as const;
  const [bundle] = [await build({ configFile: false, publicDir: false, logLevel: 'error', build: options })].flat();
  if (!bundle || !('output' in bundle)) throw new Error(`There is no script ${path}`);
  return minifySync(path, bundle.output[0].code, { module: true }).code.trim();
}

/** The style sheet, preceded by those of the app's colours that it uses. */
async function styleSheet(): Promise<string> {
  const own = await readFile(here('site.css'), 'utf8');
  const used = [...new Set(own.match(/(?<=var\(--)[\w-]+/g))].filter((name) => name in lightTokens);
  const values = (tokens: Record<string, string>) => used.map((name) => `--${name}:${tokens[name]};`).join('');
  const [light, dark] = [values(lightTokens), values(darkTokens)];
  return [
    `:root{color-scheme:light;${light}}`,
    `@media (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;${dark}}}`,
    `:root[data-theme=dark]{color-scheme:dark;${dark}}`,
    // Paper is always light.
    `@media print{:root:root:root{color-scheme:light;${light}}}`,
    own
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/ ?([{};,>]) ?/g, '$1')
      .replaceAll(': ', ':')
      .replaceAll(';}', '}')
      .trim(),
  ].join('');
}
