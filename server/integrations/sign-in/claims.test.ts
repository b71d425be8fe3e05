import { expect, test } from 'vitest';
import { claimsOf } from './claims.ts';

const google = { iss: 'https://accounts.google.com', sub: '1', email_verified: true };

test('Google vouches only for its own and Workspace addresses', () => {
  const keeps = (more: object) => claimsOf({ ...google, ...more }).isMailboxKeeper;
  expect(keeps({ email: 'Ravi@Gmail.com' })).toBe(true);
  expect(keeps({ email: 'ravi@spiceroute.example', hd: 'spiceroute.example' })).toBe(true);
  for (const email of [
    'ravi@spiceroute.example',
    'ravi@gmail.com.example',
    'ravi@notgmail.com',
    '@gmail.com',
    undefined,
  ])
    expect([email, keeps({ email })]).toEqual([email, false]);
  expect(keeps({ email: 'ravi@spiceroute.example', hd: '' })).toBe(false);
});

test('addresses are normalised; an empty name is none', () => {
  expect(claimsOf({ ...google, email: ' Ravi@Spice.Example ', name: ' Ravi ' })).toEqual({
    issuer: google.iss,
    subject: '1',
    email: 'ravi@spice.example',
    name: 'Ravi',
    isEmailVerified: true,
    isMailboxKeeper: false,
  });
  for (const name of ['', '  ', 7, 'x'.repeat(121), undefined]) expect(claimsOf({ ...google, name }).name).toBeNull();
  for (const email_verified of [false, 'false', 1, null, undefined])
    expect(claimsOf({ ...google, email_verified }).isEmailVerified).toBe(false);
});
