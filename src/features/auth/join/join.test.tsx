// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { soon } from '../../../../tests/support/soon.ts';
import { rendered } from '../../../../tests/components/rendered.ts';
import { session } from '../../../session/session.ts';
import { JoinScreen } from '../JoinScreen.tsx';

type Body = Record<string, unknown>;
const callAuth = vi.hoisted(() => vi.fn<(name: string, body: Body) => Promise<unknown>>());
const network = vi.hoisted(() => ({ isOnline: true }));
const leaveNow = vi.hoisted(() => vi.fn<() => Promise<unknown>>());
vi.mock('../form/call-auth.ts', () => ({ callAuth, warmUp: () => undefined }));
vi.mock('../leave-now.ts', () => ({ leaveNow }));
vi.mock('../UnsentQuestion.tsx', () => ({
  UnsentQuestion: ({ unsent }: { unsent: { n: number } }) => <p>{unsent.n} not sent</p>,
}));
vi.mock('../../../lib/use-online.ts', () => ({ useOnline: () => network.isOnline }));

const invitation = {
  restaurant_name: 'Spice Route',
  email: 'mia@galley.test',
  name: 'Mia',
  role: 'cashier',
  has_account: true,
};
const ok = (data: unknown) => ({ ok: true, data });
const refused = (code: string, status = 400) => ({
  ok: false,
  kind: 'refused',
  status,
  error: { code, message: 'no' },
});
const signedIn = { token: 'new', user: { id: 'u' }, restaurant: { id: 'r' }, role: 'cashier' };
let accept: (body: Body) => unknown;
let read: () => unknown;

beforeEach(() => {
  read = () => ok(invitation);
  accept = () => ok(signedIn);
  callAuth.mockReset().mockImplementation(async (name, body) => (name === 'readInvitation' ? read() : accept(body)));
  leaveNow.mockReset();
  network.isOnline = true;
  session.deviceName = 'Counter tablet';
});
afterEach(() => {
  Object.assign(session, { authToken: null, user: null, restaurant: null, role: 'owner' });
});

const until = (check: () => void) =>
  soon(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve, 10)));
    check();
  });

async function page(token: string | null = 'tok') {
  const address = memoryLocation({ path: '/join', searchPath: token === null ? '' : `token=${token}`, record: true });
  const shown = rendered(
    <Router hook={address.hook} searchHook={address.searchHook}>
      <JoinScreen />
    </Router>,
  );
  await until(() => expect(shown.text()).not.toContain('Reading'));
  const field = (name: string) => shown.place.querySelector<HTMLInputElement>(`input[name=${name}]`)!;
  const submit = () => shown.fire(shown.place.querySelector('form')!, 'submit');
  return { ...shown, field, submit, history: address.history };
}

test('says who invites as what, and joins with the password of the account', async () => {
  const shown = await page();
  expect(shown.text()).toContain('Spice Route invites you as Cashier.');
  expect(shown.text()).toContain('mia@galley.test has a Galley account');
  shown.type(shown.field('password'), 'old one');
  shown.submit();
  await until(() => expect(session.authToken).toBe('new'));
  expect(callAuth).toHaveBeenLastCalledWith('acceptInvitation', {
    token: 'tok',
    password: 'old one',
    device_name: 'Counter tablet',
  });
  expect(session.role).toBe('cashier');
  expect(shown.history.at(-1)).toBe('/restaurant/orders');
});

test('asks for a new password where the address has no account', async () => {
  read = () => ok({ ...invitation, has_account: false });
  const shown = await page();
  shown.type(shown.field('password'), 'short');
  shown.submit();
  expect(shown.text()).toContain('Use at least 8 characters');
  expect(shown.field('password').autocomplete).toBe('new-password');
});

test('asks for a code when the account needs one', async () => {
  accept = ({ code }) => (code ? ok(signedIn) : refused('two_factor_needed', 403));
  const shown = await page();
  shown.type(shown.field('password'), 'old one');
  shown.submit();
  await until(() => expect(shown.text()).toContain('Enter the code of your authenticator app'));
  shown.type(shown.field('code'), '123456');
  shown.submit();
  await until(() => expect(session.authToken).toBe('new'));
});

test('a wrong password stands at its field', async () => {
  accept = () => refused('wrong_credentials');
  const shown = await page();
  shown.type(shown.field('password'), 'wrong');
  shown.submit();
  await until(() => expect(shown.text()).toContain('Wrong password'));
  expect(session.authToken).toBeNull();
});

test('an invalid or incomplete link says what to do', async () => {
  read = () => refused('link_invalid');
  const shown = await page();
  expect(shown.text()).toContain('Ask whoever invited you to send it again.');
  expect(shown.place.querySelector('main a')!.getAttribute('href')).toBe('/login');
  const incomplete = await page(null);
  expect(incomplete.text()).toContain('This link is incomplete.');
});

test('offline it says so, and reads the invitation when the network returns', async () => {
  read = () => ({ ok: false, kind: 'offline', status: 0, error: { code: 'offline', message: '' } });
  const shown = await page();
  expect(shown.text()).toContain('Joining needs internet.');
  read = () => ok(invitation);
  shown.press('Try again');
  await until(() => expect(shown.text()).toContain('invites you as Cashier'));
});

test('whoever is signed in logs out first, with the question about what is not sent', async () => {
  Object.assign(session, { authToken: 'old', user: { email: 'ravi@galley.test' }, restaurant: { name: 'The Anchor' } });
  leaveNow.mockResolvedValueOnce({ kind: 'unsent', n: 2, refused: 0 });
  const shown = await page();
  expect(shown.text()).toContain('signed in as ravi@galley.test at The Anchor');
  expect(shown.field('password')).toBeNull();
  shown.press('Log out and go on');
  await until(() => expect(shown.text()).toContain('2 not sent'));
  expect(session.authToken).toBe('old');
  act(() => void Object.assign(session, { authToken: null, user: null, restaurant: null }));
  await until(() => expect(shown.field('password')).not.toBeNull());
});
