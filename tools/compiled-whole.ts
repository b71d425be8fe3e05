import type { Plugin } from 'vite';

/**
 * Marks the files of these groups as ones whose functions are called while the page starts. Chrome (136 and later) then compiles them whole
 * while they are fetched, beside the page's own thread, and not each function there when it is first called; other browsers see a comment.
 */
export function compiledWhole(groups: string[]): Plugin {
  return {
    name: 'galley:compiled-whole',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      // Here and not as a banner: it counts at the very beginning only, where Vite puts lines of its own.
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && groups.includes(file.name)) file.code = `${MARK}\n${file.code}`;
      },
    },
  };
}

const MARK = '//# allFunctionsCalledOnLoad';
