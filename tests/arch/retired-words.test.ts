import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Wording that people did not understand, and what is said instead. Matched in code, not in comments. */
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
  // Validation
  [/'Has to be|`Has to be/, 'Required / Enter a valid … / Must be …'],
  [/not written as it has to be/, 'Enter a valid …'],
];

/** Only what may reach a person: comments are no wording. */
const withoutComments = (source: string) => source.replaceAll(/\/\*[^]*?\*\/|(?<![:'"`])\/\/.*$/gm, '');

test('no screen, message or page brings retired wording back', () => {
  const files = globSync('{src,server,contract,site,sw}/**/*.{ts,tsx}', { cwd: root }).filter(
    // What an operator reads in the start's output is not of the screen.
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
