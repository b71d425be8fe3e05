import type { Plugin, Rolldown } from 'vite';

/**
 * Lists the files that every page needs in index.html, so that they load in parallel with the page's own script. As `<script
 * type="module">`, not `<link rel="modulepreload">`: Chrome (153 at least) does not use a module preload that a service worker
 * answered; it warns and requests it again.
 */
export function moduleScripts(): Plugin {
  return {
    name: 'galley:module-scripts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => withFiles(html, filesOfMain(Object.values(bundle ?? {}))),
    },
  };
}

/** The file that contains src/main.tsx with everything that it imports, and its styles. */
function filesOfMain(built: Rolldown.OutputBundle[string][]): string[] {
  const base = built.find((file) => file.type === 'chunk' && file.moduleIds.some((id) => id.endsWith('/src/main.tsx')));
  if (!base) throw new Error('The build has no file with src/main.tsx');
  return [base.fileName, ...(base.viteMetadata?.importedCss ?? [])];
}

export function withFiles(html: string, files: string[]): string {
  const tags = files.map((file) =>
    file.endsWith('.css')
      ? `<link rel="stylesheet" crossorigin href="/${file}">`
      : `<script type="module" crossorigin src="/${file}"></script>`,
  );
  // After the page's own script, which must run first.
  return html.replace('</head>', `${tags.join('\n    ')}\n  </head>`);
}
