import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';
import { VitePWA, type ManifestOptions } from 'vite-plugin-pwa';
import { bareCalls } from './tools/bare-calls.ts';
import { chunksFile } from './tools/chunks-file.ts';
import { isOfBoth } from './tools/first-load.ts';
import { fluentImports } from './tools/fluent-imports.ts';
import { compiledWhole } from './tools/compiled-whole.ts';
import { dexieForToday, leanDexie } from './tools/lean-dexie.ts';
import { moduleScripts } from './tools/module-scripts.ts';
import { sitePages } from './tools/site-pages.ts';
import { themeValues } from './tools/theme-values.ts';
import { tokenValues } from './tools/token-values.ts';

// Read, not imported: the bundler of this file would parse a .webmanifest as JavaScript.
const manifest = JSON.parse(
  readFileSync(new URL('./manifest.webmanifest', import.meta.url), 'utf8'),
) as Partial<ManifestOptions>;

/** Where the API answers while the pages are served by Vite. */
const api = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:8080';
const toApi = { target: api, changeOrigin: false };
/** Restaurants' websites. The files below /site/ have a dot in their names, which no restaurant's name has. */
const websites = { '^/site/[a-z0-9-]+(/|\\?|$)': toApi, '^/r/': toApi };
/** The page is the build's, and what its form sends is the server's. */
const postToApi = {
  ...toApi,
  bypass: ({ method, url }: { method?: string; url?: string }) => (method === 'POST' ? undefined : url),
};

/** Pieces that render seldom or are small: the compiler's bookkeeping would cost the first load more bytes than it saves work. */
const rendersSeldom = /\/src\/(shell|ui|features\/auth)\//;

export default defineConfig(({ mode }) => ({
  plugins: [
    leanDexie(),
    themeValues(),
    tokenValues(),
    fluentImports(),
    moduleScripts(),
    compiledWhole(['base', 'both', 'shell', 'orders']),
    sitePages(),
    chunksFile(),
    react({ compiler: true, exclude: [/\/node_modules\//, rendersSeldom] }),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      registerType: 'prompt',
      manifest,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,ico}', 'icons/*.png'],
        // The public pages come from the network: their script is of no use to the app.
        globIgnores: ['assets/site-*', 'site/**'],
        // The marks of the file names are hashes already: no second query string for them.
        dontCacheBustURLsMatching: /^assets\//,
      },
    }),
  ],
  resolve: { alias: [...dexieForToday] },
  worker: { format: 'es', plugins: () => [bareCalls(), leanDexie()] },
  // Said outright, so that without a service the code for it falls out of the build.
  define: {
    'import.meta.env.VITE_SENTRY_DSN': JSON.stringify(
      loadEnv(mode, import.meta.dirname, 'VITE_')['VITE_SENTRY_DSN'] ?? '',
    ),
  },
  build: {
    // The oldest engines that are promised (tools/web-features.ts); what Chromium has they have all.
    target: ['es2023', 'safari17', 'firefox140', 'chrome120'],
    manifest: true,
    // All of them know modulepreload.
    modulePreload: { polyfill: false },
    // A chunk of a few hundred bytes as a data: URL would need a wider content security policy.
    assetsInlineLimit: 0,
    // The budgets that count are per route: tools/size.ts.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      output: {
        // A handful of files instead of eighty for the first page: each is a way to the service worker's cache and back, and compresses
        // by itself. The earlier group has a module, and all that it imports.
        codeSplitting: {
          groups: [
            { name: 'index', tags: ['$initial'] },
            { name: 'base', test: /\/src\/main\.tsx$/ },
            { debugName: 'both', name: (id, graph) => (isOfBoth(id, graph) ? 'both' : null) },
            // What a page with fields has, on whichever side of the sign-in it is.
            { name: 'fields', test: /\/src\/ui\/form\/(TextField|use-form)\.tsx?$/ },
            { name: 'shell', test: /\/src\/shell\/layout\/AppShell\.tsx$/ },
            { name: 'orders', test: /\/src\/features\/orders\/OrdersScreen\.tsx$/ },
          ],
        },
      },
    },
  },
  server: { proxy: { '/backend': toApi, '/dev': toApi, ...websites, '/contact-us': postToApi } },
  preview: { proxy: { '/backend': toApi, '/dev': toApi, ...websites } },
}));
