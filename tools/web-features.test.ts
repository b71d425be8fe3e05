import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findInScript, findInStyles } from './web-features.ts';

const root = join(import.meta.dirname, '..');

/** Features that are used although Safari 17 or Firefox 140 lacks them, and why the page works there anyway. */
const exceptions: Record<string, string> = {
  // Detected before use; the settings say what works instead.
  'api.Navigator.clearAppBadge': 'no number on the icon in Firefox',
  'api.Navigator.setAppBadge': 'no number on the icon in Firefox',
  'api.Navigator.share': 'the link of a payment can be copied',
  'api.Navigator.vibrate': 'only the sound rings',
  'api.trustedTypes': 'addresses of scripts are texts, as they were before',
  // Visual details that may be missing.
  'css.at-rules.starting-style': 'a panel is there at once instead of sliding in',
  'css.properties.accent-color': 'boxes have the colour of the browser',
  'css.properties.break-after.avoid': 'a heading may end a printed page',
  'css.properties.box-decoration-break': 'Safari has it with a prefix, which stands beside it',
  'css.properties.box-decoration-break.clone': 'as above',
  'css.properties.break-before.avoid': 'a note of a long ticket may begin the next column',
  'css.properties.break-before.column': 'a dish whose ticket runs on may stay in the column before',
  'css.properties.content-visibility': 'tickets out of sight cost some layout',
  'css.properties.content-visibility.auto': 'as above',
  'css.properties.font-family.ui-monospace': 'the next font of the list',
  'css.properties.overflow-clip-margin': 'the focus ring of a ticket at the edge is cut',
  'css.properties.overscroll-behavior': 'had before Baseline counted its last edge cases',
  'css.properties.overscroll-behavior-y': 'as above',
  'css.properties.overscroll-behavior-y.none': 'as above',
  'css.properties.overscroll-behavior.contain': 'as above',
  'css.properties.scrollbar-width': 'a thin scroll bar shows',
  'css.properties.scrollbar-width.none': 'as above',
  'css.properties.text-size-adjust': 'Safari has it with a prefix, which stands beside it',
  'css.properties.text-wrap': 'headings break where they did before',
  'css.properties.text-wrap.balance': 'as above',
  'css.properties.text-wrap.pretty': 'as above',
  'css.properties.user-select': 'Safari has it with a prefix, which the build writes',
  'css.properties.user-select.none': 'as above',
  'css.selectors.marker': 'list marks have the colour of the text',
  'css.types.color.light-dark': 'the plain colour stands before it',
  // Methods of ours and of packages with the same name.
  'api.HTMLGeolocationElement.isValid': 'libphonenumber’s numbers',
  'javascript.builtins.DisposableStack.move': 'the cursor of the kitchen board',
  'javascript.builtins.DisposableStack.use': 'Dexie’s middleware',
  'javascript.builtins.Iterator.toArray': 'Dexie’s collections',
};

/** Everything that browsers run, including `.module.css`. */
function findings() {
  return ['src', 'sw', 'site', 'contract'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((file) => /\.(tsx?|css)$/.test(file) && !/\.test\.tsx?$/.test(file))
      .flatMap((file) => {
        const code = readFileSync(join(root, file), 'utf8');
        return file.endsWith('.css') ? findInStyles(file, code) : findInScript(file, code);
      }),
  );
}

test('pages use only features of the oldest browsers, or exceptions', () => {
  const found = findings();
  expect(found.filter(({ key }) => !(key in exceptions))).toEqual([]);
  const used = new Set(found.map(({ key }) => key));
  expect(Object.keys(exceptions).filter((key) => !used.has(key))).toEqual([]);
});

test('finds what a browser lacks in scripts and styles', () => {
  const script = `const { promise } = Promise.withResolvers(); dialog.requestClose(); new URLPattern('/'); [].at(-1);`;
  expect(findInScript('a.ts', script).map(({ key }) => key)).toEqual([
    'javascript.builtins.Promise.withResolvers',
    'api.HTMLDialogElement.requestClose',
    'api.URLPattern',
  ]);
  const styles = `/* @scope */ @starting-style { a { color: light-dark(red, blue) } } p { text-wrap: pretty; margin: 0 }`;
  expect(findInStyles('a.css', styles).map(({ key }) => key)).toEqual([
    'css.at-rules.starting-style',
    'css.properties.text-wrap',
    'css.properties.text-wrap.pretty',
    'css.types.color.light-dark',
  ]);
});
