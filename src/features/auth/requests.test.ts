import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { endSession, session } from '../../session/session.ts';
import { requests } from './requests.ts';

const user = { id: 'u', email: 'ravi@spiceroute.example', name: null, is_email_verified: false };
const restaurant = { id: 'r', name: 'Spice Route', version: 1 } as Restaurant; // the fields that matter here
const verified = { user: { ...user, is_email_verified: true }, restaurant };
const completed = { user: verified.user, restaurant: { ...restaurant, version: 2, city: 'London' } };
const profile = { name: 'Old', address: '1 Quay', country_code: 'GB', city: 'Hull', seen_version: 1 };

/** Mocks the server's answer for each path; another path fails the test. */
function theServerSays(answers: Record<string, [status: number, body: unknown]>): void {
  vi.stubEnv('VITE_API_BASE_URL', 'https://api.galley.test/backend');
  vi.stubGlobal('fetch', async (request: Request) => {
    const [status, body] = answers[new URL(request.url).pathname.replace('/backend', '')]!;
    return Response.json(body, { status });
  });
}

beforeEach(() => void Object.assign(session, { authToken: 'secret', user, restaurant }));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  endSession('logout');
});

test.each([
  ['code_expired', 400],
  ['already_verified', 409],
])('recognises after %s an owner who was verified elsewhere', async (code, status) => {
  theServerSays({
    '/auth/verify-email': [status, { code, message: 'no' }],
    '/auth/resend-verification-mail': [409, { code: 'already_verified', message: 'no' }],
    '/auth/user': [403, { code: 'profile_incomplete', message: 'no', current: verified }],
  });
  const result = await requests.verifyEmail({ email: user.email, otp_code: '123456' });
  expect(result.ok).toBe(code === 'already_verified');
  expect(session.user).toEqual(verified.user);
  session.user = user;
  await requests.resendVerificationMail({ email: user.email });
  expect(session.user).toEqual(verified.user);
});

test('a wrong code leaves an unverified owner in place', async () => {
  theServerSays({
    '/auth/verify-email': [400, { code: 'code_wrong', message: 'no' }],
    '/auth/user': [200, { data: { user, restaurant, kitchen_mode: null } }],
  });
  expect(await requests.verifyEmail({ email: user.email, otp_code: '123456' })).toMatchObject({ ok: false });
  expect(session.user).toEqual(user);
});

test('a profile completed elsewhere is kept and used', async () => {
  theServerSays({
    '/auth/complete-profile': [409, { code: 'changed_elsewhere', message: 'no', current: completed }],
  });
  expect(await requests.completeProfile(profile)).toEqual({ ok: true, data: completed });
});
