// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { SignIn } from '../../../../../contract/settings/sign-in-calls.ts';
import { rendered } from '../../../../../tests/components/rendered.ts';
import { SignInList } from './SignInList.tsx';

const signIn = (n: number, more: Partial<SignIn> = {}): SignIn => ({
  id: `0192f0a0-0000-7000-8000-00000000000${n}`,
  created_at: `2026-11-2${n}T18:30:00.000Z`,
  method: 'password',
  outcome: 'success',
  device_name: 'Counter tablet',
  browser: 'Chrome on Android tablet',
  ip_address: '203.0.113.7',
  is_new_device: false,
  ...more,
});
const rows = ({ place }: ReturnType<typeof rendered>) =>
  [...place.querySelectorAll('li')].map((row) => row.textContent);

test('names outcome, device, way in and address of each sign-in', () => {
  const list = rendered(
    <SignInList
      signIns={[
        signIn(3, { is_new_device: true }),
        signIn(2, { outcome: 'wrong_code', device_name: null }),
        signIn(1, { method: 'passkey', device_name: null, browser: null }),
      ]}
    />,
  );
  const [newest, refused, unknown] = rows(list);
  expect(newest).toMatch(
    /^Signed in, .* · New deviceCounter tablet \(Chrome on Android tablet\) · Password · IP address 203/,
  );
  expect(refused).toMatch(/^Refused: wrong code, .*Chrome on Android tablet · Password/);
  expect(unknown).toMatch(/Unknown device · Passkey/);
});

test('shows the newest five, and all on request', () => {
  const list = rendered(<SignInList signIns={[7, 6, 5, 4, 3, 2].map((n) => signIn(n))} />);
  expect(rows(list)).toHaveLength(5);
  list.press('Show all 6');
  expect(rows(list)).toHaveLength(6);
});

test('shows the newest refused tries, however many sign-ins came after them', () => {
  const tries = [2, 1].map((n) => signIn(n, { outcome: 'wrong_password' }));
  const list = rendered(<SignInList signIns={[...[9, 8, 7, 6, 5, 4].map((n) => signIn(n)), ...tries]} />);
  expect(rows(list).map((row) => /^[^,]*/.exec(row)![0])).toEqual([
    ...Array<string>(5).fill('Signed in'),
    'Refused: wrong password',
    'Refused: wrong password',
  ]);
  list.press('Show all 8');
  expect(rows(list)).toHaveLength(8);
});

test('tells a recovery code from a password', () => {
  expect(rendered(<SignInList signIns={[signIn(1, { method: 'recovery_code' })]} />).text()).toContain(
    'Password and recovery code',
  );
});

test('says that there is none', () => {
  expect(rendered(<SignInList signIns={[]} />).text()).toMatch(/Nobody has signed in/);
});
