import type { Plugin } from 'vite';
import { CHUNKS_FILE } from '../contract/files/chunks-file.ts';

/**
 * Writes all chunks and styles of the build into one more file, as JSON from path to text. A service worker that has none of them takes
 * this file instead of some four hundred: on a slow network or a slow tablet the number of requests is what costs.
 */
export const chunksFile = (): Plugin => ({
  name: 'galley:chunks-file',
  apply: 'build',
  generateBundle: {
    // After Vite has written the styles.
    order: 'post',
    handler(_options, bundle) {
      const texts: Record<string, string> = {};
      for (const [path, file] of Object.entries(bundle)) {
        // The public pages' script is of no use to the app, and the file of a worker needs its own headers.
        if (!path.startsWith('assets/') || path.startsWith('assets/site-')) continue;
        if (file.type === 'chunk') texts[path] = file.code;
        else if (path.endsWith('.css')) texts[path] = String(file.source);
      }
      this.emitFile({ type: 'asset', fileName: CHUNKS_FILE, source: JSON.stringify(texts) });
    },
  },
});
