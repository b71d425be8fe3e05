import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import type { OnlineReason } from '../../contract/call.ts';
import type { Channel } from '../../contract/channels/calls.ts';
import * as contact from '../../contract/contact/calls.ts';
import { calls } from '../../contract/index.ts';
import type { SignedInDevice } from '../../contract/settings/session-calls.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import type { SignInProvider } from '../../contract/auth/sign-in-providers.ts';
import { onlineReasonLabels } from '../../src/api/online-reasons.ts';
import { CompleteScreen } from '../../src/features/auth/CompleteScreen.tsx';
import { ConnectForm } from '../../src/features/auth/ConnectForm.tsx';
import { ForgotScreen } from '../../src/features/auth/ForgotScreen.tsx';
import { LoginScreen } from '../../src/features/auth/LoginScreen.tsx';
import { ProviderButtons } from '../../src/features/auth/ProviderButtons.tsx';
import { RegisterScreen } from '../../src/features/auth/RegisterScreen.tsx';
import { ResetScreen } from '../../src/features/auth/ResetScreen.tsx';
import { VerifyScreen } from '../../src/features/auth/VerifyScreen.tsx';
import { ChannelList } from '../../src/features/channels/ChannelList.tsx';
import { WhatsappForm } from '../../src/features/channels/WhatsappForm.tsx';
import { PushChoices } from '../../src/features/notifications/push/PushChoices.tsx';
import { PushControl } from '../../src/features/notifications/push/PushControl.tsx';
import { LeaveForm } from '../../src/features/settings/kitchen-mode/LeaveForm.tsx';
import { PinPad } from '../../src/features/settings/kitchen-mode/PinPad.tsx';
import { StartForm } from '../../src/features/settings/kitchen-mode/StartForm.tsx';
import { PasswordForm } from '../../src/features/settings/password/PasswordForm.tsx';
import { DeviceList } from '../../src/features/settings/sessions/DeviceList.tsx';
import { thisPush } from '../../src/session/push.ts';
import { session } from '../../src/session/session.ts';
import { id } from '../support/rows.ts';
import { findSenders } from './senders.ts';

/** Where a person makes the call: the words on the button, and what it stands in. */
interface Control {
  button: string;
  screen: () => ReactNode;
  /** This device has said before that it wants them. */
  isPushOn?: boolean;
}

const still = () => undefined;
const both: SignInProvider[] = ['google', 'facebook'];
const whatsapp = { id: id(3), name: 'The Anchor', status: 'pending', token_last4: '9f3c' } as Channel; // the fields that its card reads

const devices = () => (
  <DeviceList
    devices={[true, false].map(
      (is_current, i) => ({ id: id(i), is_current, last_seen_at: '2026-11-20T18:00:00.000Z' }) as SignedInDevice,
    )} // the fields that it reads
    isAsking={false}
    onSignOut={still}
    onSignOutOthers={still}
  />
);

/** The controls of every call that must not wait, one at least for each file that makes it. A new call fails here by its name. */
const controls: Record<string, Control[]> = {
  'auth.login': [
    { button: 'Sign in', screen: () => <LoginScreen /> },
    { button: 'Leave kitchen mode', screen: () => <LeaveForm onCancel={still} /> },
  ],
  'auth.register': [{ button: 'Create account', screen: () => <RegisterScreen /> }],
  'auth.forgotPassword': [{ button: 'Send the link', screen: () => <ForgotScreen /> }],
  'auth.resetPassword': [{ button: 'Set the password', screen: () => <ResetScreen /> }],
  'auth.verifyEmail': [{ button: 'Verify', screen: () => <VerifyScreen /> }],
  'auth.resendVerificationMail': [{ button: 'Send a code', screen: () => <VerifyScreen /> }],
  'auth.beginGoogle': [
    { button: 'Continue with Google', screen: () => <ProviderButtons offered={both} next={undefined} /> },
  ],
  'auth.beginFacebook': [
    { button: 'Continue with Facebook', screen: () => <ProviderButtons offered={both} next={undefined} /> },
  ],
  'auth.finishGoogle': [
    {
      button: 'Connect and continue',
      screen: () => <ConnectForm provider="google" token="x" email="owner@galley.test" />,
    },
  ],
  'auth.finishFacebook': [
    {
      button: 'Connect and continue',
      screen: () => <ConnectForm provider="facebook" token="x" email="owner@galley.test" />,
    },
  ],
  'auth.completeProfile': [{ button: 'Finish', screen: () => <CompleteScreen /> }],
  'kitchenMode.start': [{ button: 'Turn on kitchen mode', screen: () => <StartForm onCancel={still} /> }],
  'kitchenMode.unlock': [{ button: 'Unlock', screen: () => <PinPad /> }],
  'settings.changePassword': [{ button: 'Change the password', screen: () => <PasswordForm onClose={still} /> }],
  'sessions.revoke': [{ button: 'Sign out', screen: devices }],
  'sessions.revokeOthers': [{ button: 'Sign out all other devices', screen: devices }],
  'channels.add': [{ button: 'Check and save', screen: () => <WhatsappForm /> }],
  'channels.remove': [{ button: 'Remove', screen: () => <ChannelList channels={[whatsapp]} onRemove={still} /> }],
  'push.subscribe': [{ button: 'Turn on', screen: () => <PushControl /> }],
  'push.unsubscribe': [{ button: 'Turn off', screen: () => <PushControl />, isPushOn: true }],
  'push.sendTest': [
    {
      button: 'Send a test',
      isPushOn: true,
      // As the panel shows it when it is opened.
      screen: () => (
        <>
          <PushControl />
          <PushChoices wants={['orders']} whyId="why" />
        </>
      ),
    },
  ],
};

/** A storefront's calls are a customer's, and the contact form stands on a public page: no screen of this app makes them. */
const onlineOnly = Object.values(calls).flatMap(({ name, options: { access, offline } }) =>
  offline.kind === 'online' && access !== 'storefront' && name !== contact.sendMessage.name
    ? [{ name, reason: offline.reason }]
    : [],
);

const browser = { userAgent: 'Chromium', onLine: true, serviceWorker: {} };
const storage: Record<string, string | null> = {};

beforeEach(() => {
  vi.stubGlobal('navigator', browser);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, value: string) => void (storage[key] = value),
  });
  vi.stubGlobal('PushManager', {});
  vi.stubGlobal('Notification', { permission: 'granted' });
  session.user = { id: id(1), email: 'owner@galley.test', name: null, is_email_verified: true };
  session.restaurant = { id: id(2), name: 'The Anchor' } as Restaurant; // the fields that these screens read
});

describe('a call that must not wait', () => {
  test('is made from files whose controls are known here, and what may wait is made from none (R34)', async () => {
    const senders = await findSenders();
    expect(onlineOnly.length).toBeGreaterThan(10);
    const missing = onlineOnly.filter(({ name }) => (controls[name]?.length ?? 0) < (senders.get(name)?.length ?? 1));
    expect(missing.map(({ name }) => [name, senders.get(name)])).toEqual([]);
    expect(Object.keys(controls).filter((name) => !onlineOnly.some((one) => one.name === name))).toEqual([]);
    const around = [...senders.keys()].filter((name) => calls[name]?.options.offline.kind === 'queue');
    expect(around).toEqual([]);
  });

  const all = onlineOnly.flatMap(({ name, reason }) =>
    (controls[name] ?? []).map((control) => [name, control.button, reason, control] as const),
  );
  test.each(all)(
    '%s: without a network "%s" is disabled and says why, and with one it is not (R34)',
    (_name, _button, reason, control) => {
      expect(shown(control, { onLine: true })).toEqual({ isDisabled: false, isDescribed: true, why: null });
      expect(shown(control, { onLine: false })).toEqual({ isDisabled: true, isDescribed: true, why: reason });
    },
  );
});

/** What a person finds: the button, and the reason that the screen gives, if any. */
function shown({ button, screen, isPushOn = false }: Control, { onLine }: { onLine: boolean }) {
  browser.onLine = onLine;
  storage['galley:push'] = isPushOn ? JSON.stringify({ restaurant_id: id(2), wants: ['orders'] }) : null;
  thisPush().look();
  const html = renderToStaticMarkup(
    <FluentProvider theme={webLightTheme}>
      <Router ssrPath="/login" ssrSearch="token=x">
        {screen()}
      </Router>
    </FluentProvider>,
  );
  const [attributes] = [...html.matchAll(/<button\b([^>]*)>(.*?)<\/button>/gs)].flatMap(([, its, inner]) =>
    inner!.replaceAll(/<[^>]*>/g, '') === button ? [its!] : [],
  );
  if (attributes === undefined) throw new Error(`There is no button "${button}"`);
  const reasons = Object.keys(onlineReasonLabels) as OnlineReason[];
  return {
    isDisabled: / (disabled=""|aria-disabled="true")/.test(attributes),
    isDescribed: attributes.includes('aria-describedby='),
    why: reasons.find((reason) => html.includes(onlineReasonLabels[reason])) ?? null,
  };
}
