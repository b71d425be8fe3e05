import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { routes, type RoutePath } from '../contract/routes.ts';
import { layerSize } from './layer-size.ts';

/**
 * Prints what each page loads before it can be used, and fails if that exceeds the budget: JavaScript, gzip level 9, kB = 1000
 * bytes. The workers are listed separately. Counted are the entry, the shell for pages of the app, the screen, and everything that
 * these import statically. The browser tests measure the same on the wire.
 */
const kB = 1_000;
const budgets: Partial<Record<RoutePath, number>> = {
  '/login': 130 * kB,
  '/register': 130 * kB,
  '/verify-email': 130 * kB,
  '/restaurant/orders': 240 * kB,
};
/** How much any other page may load in addition to what login and orders have loaded. */
const LATER_PAGE = 60 * kB;
const PRECACHE = 1_500 * kB;
/** All scripts of a restaurant's website. */
const WEBSITE = 25 * kB;
/** Dexie, comlink and the layer's own code, each module once (decision 028). */
const LAYER = 44.9 * kB;
/** The rest of the worker belongs to the product: the mutations that it applies and their rules. */
const WORKER = 59.7 * kB;

/** The build joins these with everything that they import (vite.config.ts); its manifest has them under their group's name. */
const groups: Record<string, string> = {
  'src/main.tsx': 'base',
  'src/shell/layout/AppShell.tsx': 'shell',
  'src/features/orders/OrdersScreen.tsx': 'orders',
};

interface Chunk {
  file: string;
  name?: string;
  imports?: string[];
}

const root = resolve(import.meta.dirname, '..');
const dist = join(root, 'dist');
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
const sizes = new Map<string, number>();

/** The scripts that the page itself names. */
const inHtml = [...readFileSync(join(dist, 'index.html'), 'utf8').matchAll(/src="\/([^"]+\.js)"/g)].map(
  ([, file]) => file!,
);

const faults: string[] = [];
const modules = new Map(screenModules());
const brought = new Set([...fetchedBy('/login'), ...fetchedBy('/restaurant/orders')]);

for (const path of modules.keys()) {
  const files = fetchedBy(path);
  const budget = budgets[path];
  if (budget) report(path, sum(files), budget);
  else report(`${path}, more`, sum(files.difference(brought)), LATER_PAGE);
}
const layer = await layerSize();
report(`the local-first layer, ${inKb(layer.own).trim()} kB of it our own`, layer.whole, LAYER);
report('the sync worker, with the rules of the product', sum(new Set(workerFiles())), WORKER);
report('a restaurant’s website, each page', sum(new Set(websiteFiles())), WEBSITE);
report('what the service worker stores', sum(new Set(everything())), PRECACHE);

if (faults.length > 0) {
  console.error(`\nAbove the budget: ${faults.join(', ')}`);
  process.exit(1);
}

/** Entry, shell if the page is part of the app, and screen. */
function fetchedBy(path: RoutePath): Set<string> {
  const shell = routes[path].guard === 'app' ? filesOf('src/shell/layout/AppShell.tsx') : [];
  return new Set([...inHtml, ...filesOf('src/main.tsx'), ...shell, ...filesOf(modules.get(path)!)]);
}

function report(name: string, bytes: number, budget: number): void {
  const isOver = bytes > budget;
  if (isOver) faults.push(name);
  console.log(`${name.padEnd(50)} ${inKb(bytes)} of ${inKb(budget)} kB${isOver ? '  too large' : ''}`);
}

function inKb(bytes: number): string {
  return (bytes / kB).toFixed(1).padStart(7);
}

/** The chunk of a module and all chunks that it imports statically. */
function filesOf(module: string, seen = new Set<string>()): Set<string> {
  if (seen.has(module)) return new Set();
  seen.add(module);
  const chunk = manifest[module] ?? Object.values(manifest).find(({ name }) => name === (groups[module] ?? ''));
  if (!chunk) throw new Error(`The build's manifest does not know ${module}`);
  return new Set([chunk.file, ...(chunk.imports ?? []).flatMap((next) => [...filesOf(next, seen)])]);
}

/** A route's path → the module of its screen, read from src/routes.ts: inline, or through a name defined above. */
function screenModules(): [RoutePath, string][] {
  const source = readFileSync(join(root, 'src/routes.ts'), 'utf8');
  const loadOf = (text: string | undefined) => /import\('\.\/([^']+)'\)/.exec(text ?? '')?.[1];
  const named = new Map(
    [...source.matchAll(/^const (\w+): Load = (.*);$/gm)].map(([, name, load]) => [name!, loadOf(load)]),
  );
  return [...source.matchAll(/^ {2}'(\/[^']*)': (.*),$/gm)].map(([line, path, load]) => {
    const module = loadOf(load) ?? named.get(load!);
    if (!module) throw new Error(`No screen is read from: ${line.trim()}`);
    return [path as RoutePath, `src/${module}`];
  });
}

function sum(files: Set<string>): number {
  return [...files].reduce((total, file) => total + sizeOf(file), 0);
}

function sizeOf(file: string): number {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const size = gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;
  sizes.set(file, size);
  return size;
}

function workerFiles(): string[] {
  return everything().filter((file) => /^assets[/\\]worker-.*\.js$/.test(file));
}

/** At least one: a budget for nothing would always be kept. */
function websiteFiles(): string[] {
  const files = readdirSync(join(dist, 'site')).filter((file) => file.endsWith('.js'));
  if (files.length === 0) throw new Error('The build has no script for the websites of restaurants');
  return files.map((file) => `site/${file}`);
}

/** What the service worker stores. */
function everything(): string[] {
  return readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(js|css|html|svg|ico|webmanifest)$/.test(file) || /^icons[/\\].*\.png$/.test(file))
    .filter((file) => file !== 'sw.js' && !file.startsWith('.') && !/^(assets[/\\]site-|site[/\\])/.test(file));
}
