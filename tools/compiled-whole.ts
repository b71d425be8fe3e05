import type { Plugin } from 'vite';

/**
 * Marks the files of these groups as containing functions that are called while the page starts. Chrome 136 and later then compile
 * them whole while they load, off the main thread, instead of each function on its first call. Other browsers see a comment.
 */
export function compiledWhole(groups: string[]): Plugin {
  return {
    name: 'galley:compiled-whole',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      // Here and not as a banner: the mark counts only at the very beginning, where Vite inserts its own lines.
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && groups.includes(file.name)) file.code = `${MARK}\n${file.code}`;
      },
    },
  };
}

const MARK = '//# allFunctionsCalledOnLoad';
