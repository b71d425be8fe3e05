import type { Plugin } from 'vite';

/**
 * Asks for the chunks of the first load by `<script type="module">` instead of `<link rel="modulepreload">`. Chrome (153 at least) does not
 * use a module's preload that a service worker answered: it warns and asks the service worker again.
 */
export function moduleScripts(): Plugin {
  return {
    name: 'galley:module-scripts',
    apply: 'build',
    transformIndexHtml: { order: 'post', handler: scriptsForPreloads },
  };
}

export function scriptsForPreloads(html: string): string {
  return html.replaceAll(
    /<link rel="modulepreload" crossorigin href="([^"]+)">/g,
    '<script type="module" crossorigin src="$1"></script>',
  );
}
