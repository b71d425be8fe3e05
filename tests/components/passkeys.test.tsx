// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CreationOptions } from '../../contract/auth/webauthn.ts';
import type { Passkey } from '../../contract/settings/passkey-calls.ts';
import type { ConfirmProps } from '../../src/components/dialogs/ConfirmDialog.tsx';
import { LoginScreen } from '../../src/features/auth/LoginScreen.tsx';
import { PasskeysCard } from '../../src/features/auth/security/passkeys/PasskeysCard.tsx';
import { session } from '../../src/session/session.ts';
import { id } from '../support/rows.ts';
import { rendered } from './rendered.ts';
import { soon } from '../support/soon.ts';

type Args = { path?: { passkeyId: string }; body?: Record<string, unknown> };
const send = vi.hoisted(() => vi.fn<(call: { name: string }, args: Args) => Promise<unknown>>());
vi.mock('../../src/api/send.ts', () => ({ send }));
vi.mock('../../src/sync/runtime/client.ts', () => ({ useIsOnline: () => true }));
// Without the animations of the real one, which this document cannot end.
vi.mock('../../src/components/dialogs/ConfirmDialog.tsx', () => ({
  ConfirmDialog: ({ title, submitLabel, onDo, onClose }: ConfirmProps) => (
    <button
      type="button"
      onClick={() => {
        onDo();
        onClose();
      }}
    >
      {title} {submitLabel}
    </button>
  ),
}));

const passkey: Passkey = {
  id: id(9),
  name: 'Office key',
  is_backed_up: true,
  created_at: '2026-11-18T18:00:00.000Z',
  last_used_at: null,
};
const bytes = (text: string) => new TextEncoder().encode(text).buffer;
const credentials = {
  create: vi.fn<(options: CredentialCreationOptions) => Promise<unknown>>(),
  get: vi.fn<(options: CredentialRequestOptions) => Promise<unknown>>(),
};
const answers: Record<string, (args: Args) => unknown> = {};

beforeEach(() => {
  for (const name of Object.keys(answers)) delete answers[name];
  send.mockReset().mockImplementation(async ({ name }, args) => {
    const answer = answers[name];
    if (!answer) throw new Error(`${name} was not expected`);
    return answer(args);
  });
  credentials.create.mockReset();
  credentials.get.mockReset();
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true });
  vi.stubGlobal('PublicKeyCredential', () => undefined);
  session.deviceName = 'Counter tablet';
});
afterEach(() => {
  vi.unstubAllGlobals();
  session.authToken = null;
  session.user = null;
});

const ok = (data: unknown) => ({ ok: true, data });
const refused = (code: string, message: string) => ({
  ok: false,
  kind: 'refused',
  status: 400,
  error: { code, message },
});
const sent = (name: string) => send.mock.calls.filter(([call]) => call.name === name).map(([, args]) => args);
/** Chunks are loaded and answers come. */
const until = (check: () => void) =>
  soon(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
    check();
  });

async function card() {
  answers['passkeys.list'] ??= () => ok([passkey]);
  const shown = rendered(<PasskeysCard />);
  await until(() => expect(send).toHaveBeenCalled());
  return shown;
}

test('the card lists passkeys with their use, and renames one', async () => {
  const shown = await card();
  expect(shown.text()).toMatch(/Office key.*Added .+ · Not used yet · Backed up/);
  shown.press('Rename Office key');
  const [field] = shown.place.querySelectorAll('input');
  shown.type(field!, '  ');
  answers['passkeys.rename'] = () => ok({ ...passkey, name: 'Safe' });
  answers['passkeys.list'] = () => ok([{ ...passkey, name: 'Safe' }]);
  await act(async () => shown.press('Save the name'));
  expect(shown.text()).toContain('Enter a name.');
  expect(sent('passkeys.rename')).toEqual([]);
  shown.type(field!, ' Safe ');
  await act(async () => shown.press('Save the name'));
  expect(sent('passkeys.rename')).toEqual([{ path: { passkeyId: passkey.id }, body: { name: 'Safe' } }]);
  await until(() => expect(shown.text()).toContain('Safe'));
});

test('the card adds a passkey after the password, and a code if the server asks for one', async () => {
  const options: CreationOptions = {
    challenge: 'Y2hhbGxlbmdl',
    rp: { id: 'galley.test', name: 'Galley' },
    user: { id: '_-8', name: 'owner@galley.test', displayName: 'Owner' },
    pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
    timeout: 300_000,
    attestation: 'none',
    excludeCredentials: [{ id: 'b2xk', type: 'public-key', transports: ['internal'] }],
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  };
  const shown = await card();
  shown.press('Add a passkey');
  await until(() => shown.button('Add the passkey'));
  const add = () => act(async () => shown.press('Add the passkey'));
  const input = (name: string) => shown.place.querySelector<HTMLInputElement>(`input[name="${name}"]`)!;
  await add();
  expect(shown.text()).toContain('Enter your password.');
  shown.type(input('current_password'), 'secret');
  answers['passkeys.beginRegistration'] = ({ body }) =>
    body!.code === '123456' ? ok(options) : refused('two_factor_needed', 'Enter the code');
  await add();
  expect(shown.text()).toContain('Enter a code of the app, or a recovery code.');
  shown.type(input('code'), '123456');

  credentials.create.mockRejectedValueOnce(new DOMException('closed', 'NotAllowedError'));
  await add();
  expect(shown.text()).toContain('No passkey was created. Try again.');
  credentials.create.mockRejectedValueOnce(new DOMException('is there', 'InvalidStateError'));
  await add();
  expect(shown.text()).toContain('This device has a passkey for your account already.');
  expect(sent('passkeys.finishRegistration')).toEqual([]);

  credentials.create.mockResolvedValueOnce({
    rawId: bytes('new'),
    response: {
      clientDataJSON: bytes('data'),
      // Both letters of base64 that base64url replaces.
      attestationObject: new Uint8Array([0xff, 0xef, 0xbe]).buffer,
      getTransports: () => ['internal'],
    },
  });
  answers['passkeys.finishRegistration'] = () => ok({ ...passkey, name: 'Counter tablet' });
  await add();
  expect(sent('passkeys.finishRegistration')).toEqual([
    {
      body: {
        name: 'Counter tablet',
        credential: {
          id: 'bmV3',
          rawId: 'bmV3',
          type: 'public-key',
          response: { clientDataJSON: 'ZGF0YQ', attestationObject: '_---', transports: ['internal'] },
        },
      },
    },
  ]);
  const publicKey = credentials.create.mock.lastCall![0].publicKey!;
  expect(publicKey.challenge).toEqual(new TextEncoder().encode('challenge'));
  expect(publicKey.user.id).toEqual(new Uint8Array([0xff, 0xef]));
  expect(publicKey.excludeCredentials![0]!.id).toEqual(new TextEncoder().encode('old'));
});

test('the card asks before it removes a passkey', async () => {
  const shown = await card();
  shown.press('Remove Office key');
  const yes = /^Remove the passkey “Office key”. Remove the passkey$/;
  await until(() => shown.button(yes));
  expect(sent('passkeys.remove')).toEqual([]);
  answers['passkeys.remove'] = () => ok({ ok: true });
  answers['passkeys.list'] = () => ok([]);
  await act(async () => shown.press(yes));
  expect(sent('passkeys.remove')).toEqual([{ path: { passkeyId: passkey.id } }]);
  await until(() => expect(shown.text()).not.toContain('Office key'));
});

test('without WebAuthn the card says so, and the login page offers nothing', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined);
  const shown = await card();
  expect(shown.text()).toContain('This browser cannot create passkeys here.');
  expect(shown.text()).toContain('Office key');
  expect(() => shown.button('Add a passkey')).toThrow('There is no button');
  expect(rendered(<LoginScreen />).text()).not.toContain('passkey');
});

test('the login page signs in with a passkey, without an address', async () => {
  const page = rendered(<LoginScreen />);
  await until(() => page.button('Sign in with a passkey'));
  const press = () => act(async () => page.press('Sign in with a passkey'));
  answers['auth.beginPasskey'] = () =>
    ok({
      token: 'attempt',
      options: { challenge: 'Y2hhbGxlbmdl', rpId: 'galley.test', timeout: 300_000, userVerification: 'required' },
    });
  credentials.get.mockRejectedValueOnce(new DOMException('closed', 'NotAllowedError'));
  await press();
  await until(() => expect(page.text()).toContain('No passkey was used. Try again, or sign in with your password.'));
  expect(sent('auth.finishPasskey')).toEqual([]);

  credentials.get.mockResolvedValue({
    rawId: bytes('key'),
    response: {
      clientDataJSON: bytes('data'),
      authenticatorData: bytes('auth'),
      signature: bytes('sig'),
      userHandle: bytes('user'),
    },
  });
  answers['auth.finishPasskey'] = () => refused('passkey_unknown', 'Unknown');
  await press();
  await until(() => expect(page.text()).toContain('This passkey does not sign in to Galley.'));

  const user = { id: id(1), email: 'owner@galley.test', name: null, is_email_verified: true };
  answers['auth.finishPasskey'] = () => ok({ token: 'session', user, restaurant: { id: id(2), name: 'The Anchor' } });
  await press();
  await until(() => expect(session.authToken).toBe('session'));
  expect(sent('auth.finishPasskey')[1]).toEqual({
    body: {
      token: 'attempt',
      credential: {
        id: 'a2V5',
        rawId: 'a2V5',
        type: 'public-key',
        response: { clientDataJSON: 'ZGF0YQ', authenticatorData: 'YXV0aA', signature: 'c2ln', userHandle: 'dXNlcg' },
      },
      device_name: 'Counter tablet',
    },
  });
  expect(credentials.get.mock.lastCall![0].publicKey).toMatchObject({
    rpId: 'galley.test',
    userVerification: 'required',
  });
});
