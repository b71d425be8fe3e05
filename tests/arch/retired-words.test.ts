import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Wording that people did not understand, and its replacement. Matched in code, not in comments. */
const retired: [phrase: RegExp, instead: string][] = [
  // Signing in
  [/Forgot it\?/, 'Forgot password?'],
  [/Back to the sign-in/, 'Back to sign in'],
  [/The same again'|"The same again"/, 'Confirm new password'],
  [/Too many tries/, 'Too many attempts'],
  [/[Oo]pen(?:ing)? an account/, 'Create an account'],
  [/Already with Galley/, 'Already have an account?'],
  [/What we keep stands/, 'The privacy policy says what we keep'],
  [/is not right\b|are not right\b/, 'Wrong password. / Wrong code. / Check the marked fields.'],
  // Settings
  [/Present password/, 'Current password'],
  [/Set the bell/, 'Bell settings'],
  [/until it is touched/, 'Silent until you tap the screen'],
  [/waits for the PIN\./, 'Enter the PIN to open Settings.'],
  [/Harder to guess, please/, 'Choose a PIN that is harder to guess than 1234.'],
  // Lists
  [/Take away: \$/, 'Remove filter: Today'],
  [/Choose all (?:orders|items)/, 'Select all on this page'],
  [/Chosen (?:orders|items)/, 'Selected orders'],
  [/Page before/, 'Previous page'],
  // Customers and chats
  [/Came again/, 'Returning'],
  [/New at any time|When they came first/, 'First order'],
  [/>\s*Remember\s*</, 'Notes'],
  [/until somebody resumes it/, 'It stays paused until you resume it.'],
  [/[^e]\ball the same\?/, 'Send anyway?'],
  [/Asks for a person/, 'Wants a person'],
  [/It hears of it once/, 'Takes effect once this device is online.'],
  // WhatsApp
  [/Check and keep/, 'Check and save'],
  [/The details are kept/, 'Details saved'],
  [/is being asked about/, 'Checking with WhatsApp'],
  [/: 'Not right'/, 'Needs attention'],
  // Orders by hand
  [/Something not on the menu/, 'Custom item'],
  [/'Not said'|none said|“not said”/, 'Not stated'],
  [/Its number follows/, 'It gets its number when this device is back online.'],
  [/How it leaves|how it leaves'/, 'Order type'],
  [/Where it comes from/, 'Source'],
  // Orders, kitchen and bell
  [/The note cannot be met/, 'Can’t do what the note asks'],
  [/Nobody came for it/, 'Not collected'],
  [/It was ordered twice/, 'Duplicate order'],
  [/Until I take orders again/, 'Until I turn it back on'],
  [/Closed by the opening hours/, 'Outside opening hours.'],
  [/, comes \{/, 'start at 05:33'],
  [/moved on elsewhere/, '11 orders done on another device'],
  [/Orders without an answer/, 'Waiting for an answer'],
  [/All seen|>Seen here<|`Seen #/, 'Stop ringing here'],
  [/>News</, 'Recent'],
  [/has taken it up/, 'Nobody has answered for over a minute'],
  [/cannot go there from where/, 'This order can’t be moved to that status now'],
  // Failed changes
  [/cooked again'|bring back|brought back'/, 'not done after all / undo done'],
  [/\)\} all the same/, 'Mark as ready anyway'],
  [/'nothing waits'/, 'nothing to send'],
  [/erver did not take|is as it was\./, 'Say who changed it, when, to what'],
  [/came back and/, '3 changes were refused and still need you.'],
  // The rest of the app
  [/Put Galley on/, 'Install Galley'],
  [/legend="Suits"/, 'Suitable for'],
  [/Both lists are complete/, 'These lists are complete (shown to customers)'],
  [/without rejected and cancelled/, 'Excludes rejected and cancelled'],
  [/None waits/, 'None waiting'],
  [/Bring all back/, 'Mark all available'],
  // Validation
  [/'Has to be|`Has to be/, 'Required / Enter a valid … / Must be …'],
  [/not written as it has to be/, 'Enter a valid …'],
];

/** Only text that may reach a person; comments do not. */
const withoutComments = (source: string) => source.replaceAll(/\/\*[^]*?\*\/|(?<![:'"`])\/\/.*$/gm, '');

test('no screen, message or page uses retired wording', () => {
  const files = globSync('{src,server,contract,site,sw}/**/*.{ts,tsx}', { cwd: root }).filter(
    // Operators read the output at start; no screen shows it.
    (file) => !/\.test\.tsx?$/.test(file) && file !== 'server/env.ts',
  );
  expect(files.length).toBeGreaterThan(400);
  const found = files.flatMap((file) => {
    const source = withoutComments(readFileSync(join(root, file), 'utf8'));
    return retired
      .filter(([phrase]) => phrase.test(source))
      .map(([phrase, instead]) => `${file}: ${phrase.source}, say: ${instead}`);
  });
  expect(found).toEqual([]);
});
