import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import type { OnlineReason } from '../../contract/call.ts';
import type { Channel } from '../../contract/channels/calls.ts';
import * as contact from '../../contract/contact/calls.ts';
import type { Person } from '../../contract/people/calls.ts';
import { upload } from '../../contract/menu/upload-calls.ts';
import { calls } from '../../contract/index.ts';
import type { Passkey } from '../../contract/settings/passkey-calls.ts';
import type { SignedInDevice } from '../../contract/settings/session-calls.ts';
import type { WalletProvider } from '../../contract/settings/wallet-provider-calls.ts';
import type { Wallet } from '../../contract/withdrawals/calls.ts';
import type { WithdrawalAccount, WithdrawalRequest } from '../../contract/withdrawals/rows.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import type { Subscription } from '../../contract/subscriptions/rows.ts';
import type { SignInProvider } from '../../contract/auth/sign-in-providers.ts';
import { onlineReasonLabels } from '../../src/api/online-reasons.ts';
import { CompleteScreen } from '../../src/features/auth/CompleteScreen.tsx';
import { ConnectForm } from '../../src/features/auth/providers/ConnectForm.tsx';
import { ForgotScreen } from '../../src/features/auth/ForgotScreen.tsx';
import { JoinForm } from '../../src/features/auth/join/JoinForm.tsx';
import { LoginScreen } from '../../src/features/auth/LoginScreen.tsx';
import { PasskeyButton } from '../../src/features/auth/PasskeyButton.tsx';
import { ProviderButtons } from '../../src/features/auth/providers/ProviderButtons.tsx';
import { RegisterScreen } from '../../src/features/auth/RegisterScreen.tsx';
import { ResetScreen } from '../../src/features/auth/ResetScreen.tsx';
import { VerifyScreen } from '../../src/features/auth/VerifyScreen.tsx';
import { ChannelList } from '../../src/features/channels/ChannelList.tsx';
import { DeliveryPartnerForm } from '../../src/features/channels/DeliveryPartnerForm.tsx';
import { FinishCalendar } from '../../src/features/channels/FinishCalendar.tsx';
import { WhatsappForm } from '../../src/features/channels/WhatsappForm.tsx';
import { AttachButton } from '../../src/features/chats/AttachButton.tsx';
import { KnowledgeList } from '../../src/features/chatbot/KnowledgeList.tsx';
import { TestChat } from '../../src/features/chatbot/TestChat.tsx';
import { PushChoices } from '../../src/features/notifications/push/PushChoices.tsx';
import { PushControl } from '../../src/features/notifications/push/PushControl.tsx';
import { PaymentLinkButton } from '../../src/features/orders/detail/PaymentLinkButton.tsx';
import { RefundButton } from '../../src/features/payments/RefundButton.tsx';
import type { ShownPayment } from '../../src/features/payments/queries.ts';
import { LeaveForm } from '../../src/features/settings/kitchen-mode/LeaveForm.tsx';
import { StartForm } from '../../src/features/settings/kitchen-mode/StartForm.tsx';
import { TestButtons } from '../../src/features/notifications/preferences/TestButtons.tsx';
import {
  ConfirmForm as ConfirmTwoFactor,
  StartForm as StartTwoFactor,
  StopForm as StopTwoFactor,
} from '../../src/features/auth/security/two-factor/TwoFactorForms.tsx';
import { ExportForm } from '../../src/features/settings/data/ExportForm.tsx';
import { ImportFile } from '../../src/features/settings/data/ImportFile.tsx';
import { CheckedFile } from '../../src/features/settings/data/orders/CheckedFile.tsx';
import { ChooseOrders } from '../../src/features/settings/data/orders/ChooseOrders.tsx';
import type { CheckedOrders } from '../../contract/orders/import-calls.ts';
import { DeletionForm } from '../../src/features/settings/deletion/DeletionForm.tsx';
import { RequestedDeletion } from '../../src/features/settings/deletion/RequestedDeletion.tsx';
import { AddForm as AddPasskey } from '../../src/features/auth/security/passkeys/AddForm.tsx';
import { PasskeyList } from '../../src/features/auth/security/passkeys/PasskeyList.tsx';
import { RenameForm as RenamePasskey } from '../../src/features/auth/security/passkeys/RenameForm.tsx';
import { PasswordForm } from '../../src/features/auth/security/password/PasswordForm.tsx';
import { DeviceList } from '../../src/features/auth/security/sessions/DeviceList.tsx';
import { CustomGatewayForm } from '../../src/features/payments/wallet/CustomGatewayForm.tsx';
import { PaystackForm } from '../../src/features/payments/wallet/PaystackForm.tsx';
import { ProviderRow } from '../../src/features/payments/wallet/ProviderRow.tsx';
import { CardButton } from '../../src/features/subscriptions/CardButton.tsx';
import { EndingButton } from '../../src/features/subscriptions/EndingButton.tsx';
import { PlanList } from '../../src/features/subscriptions/PlanList.tsx';
import { OwnPinCard } from '../../src/features/people/OwnPinCard.tsx';
import { People } from '../../src/features/people/People.tsx';
import { StripeSetupButton } from '../../src/features/payments/wallet/StripeSetupButton.tsx';
import { AccountList } from '../../src/features/payments/wallet/AccountList.tsx';
import { ConfirmAccount } from '../../src/features/payments/wallet/ConfirmAccount.tsx';
import { EnterAccount } from '../../src/features/payments/wallet/EnterAccount.tsx';
import { OpenWithdrawal } from '../../src/features/payments/wallet/OpenWithdrawal.tsx';
import { WithdrawForm } from '../../src/features/payments/wallet/WithdrawForm.tsx';
import { CheckButton } from '../../src/features/website/DomainDialog.tsx';
import { DomainSection } from '../../src/features/website/DomainSection.tsx';
import { Preview } from '../../src/features/website/Preview.tsx';
import { thisPush } from '../../src/session/push.ts';
import { session } from '../../src/session/session.ts';
import { id, order } from '../support/rows.ts';
import { chatbot } from '../support/chatbot.ts';
import { websiteSetup } from '../support/website-setup.ts';
import { findSenders } from './senders.ts';

// There is no screen that could be asked.
vi.mock('../../src/ui/use-media.ts', async (original) => ({ ...(await original<object>()), useMedia: () => false }));

/** Where a person makes the call: the button's text and the screen around it. */
interface Control {
  button: string;
  screen: () => ReactNode;
  /** Whether push notifications are on for this device. */
  isPushOn?: boolean;
}

const still = () => undefined;
const both: SignInProvider[] = ['google', 'facebook'];
const whatsapp = {
  id: id(3),
  name: 'The Anchor',
  status: 'pending',
  token_last4: '9f3c',
  templates: [] as Channel['templates'],
} as Channel; // the fields that its card reads

const channelList = () => (
  <ChannelList
    channels={[
      { ...whatsapp, type: 'whatsapp', status: 'connected' },
      { ...whatsapp, type: 'whatsapp', id: id(7), status: 'paused' },
      { ...whatsapp, type: 'google_calendar', id: id(8), status: 'connected' },
    ]}
    onRemove={still}
    onSetStatus={still}
    onRenew={still}
  />
);

const payment = {
  id: id(4),
  amount: 900,
  payment_status: 'paid',
  refunds: [],
  isPending: false,
} as unknown as ShownPayment; // the fields that its button reads

const checkedOrders: CheckedOrders = {
  import_id: id(7),
  status: 'checked',
  file_name: 'till.csv',
  columns: [{ field: 'number', heading: 'Order Number' }],
  other_columns: [],
  currency: 'GBP',
  orders: 1,
  lines: 1,
  dishes: 1,
  total_amount: 450,
  first_order_at: '2019-08-03T19:25:00.000Z',
  last_order_at: '2019-08-03T19:25:00.000Z',
  orders_done: 0,
  orders_added: 1,
  orders_completed: 0,
  orders_skipped: 0,
  orders_joined: 0,
  lines_added: 1,
  dishes_added: 0,
  categories_added: 0,
  failed: 0,
  errors: [],
  remarks: [],
  errors_csv_url: null,
  created_at: '2026-11-20T18:30:00.000Z',
  head: ['Order Number'],
  first_rows: [['16118']],
};
const paystack: WalletProvider = {
  provider: 'paystack',
  is_available: true,
  is_double: false,
  status: 'verified',
  reason: null,
  takes_payments: true,
  platform_fee_bp: 0,
  details: {},
  checked_at: null,
};

const passkey: Passkey = {
  id: id(9),
  name: 'Office key',
  is_backed_up: false,
  created_at: '2026-11-20T18:00:00.000Z',
  last_used_at: null,
};

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

const plansOf = (plan_id: string) => ({
  open: { plan_id } as Subscription, // the field that it reads
  hasTrial: false,
  isSending: false,
  onChoose: still,
});
const ending = (isEnding: boolean) => (
  <EndingButton subscription={{ cancel_at_period_end: isEnding }} isSending={false} onCancel={still} onResume={still} />
);
const wallet = { currency: 'GBP', available_amount: 5000, min_withdrawal_amount: 100, max_withdrawal_amount: 9000 };
const accounts = [
  { id: id(5), bank_name: 'Harbour Bank', account_number_last4: '4471', status: 'verified' } as WithdrawalAccount, // the fields that its line reads
];
const bankAccounts = () => <AccountList accounts={accounts} isAsking={false} onPrefer={still} onRemove={still} />;

/** The controls of every online-only call, at least one for each file that makes the call. A new call fails here by its name. */
const person = (n: number, change: Partial<Person>): Person => ({
  id: id(n),
  name: 'Mia',
  email: 'mia@galley.test',
  role: 'waiter',
  has_pin: false,
  status: 'active',
  is_you: false,
  last_seen_at: null,
  invitation_expires_at: null,
  created_at: '2026-11-20T18:30:00.000Z',
  ...change,
});
const people = () => <People people={[person(1, { role: 'owner', is_you: true }), person(2, {})]} onChanged={still} />;

const controls: Record<string, Control[]> = {
  'people.invite': [{ button: 'Invite a person', screen: people }],
  'people.add': [{ button: 'Invite a person', screen: people }],
  'people.setOwnPin': [{ button: 'Save PIN', screen: () => <OwnPinCard /> }],
  ...Object.fromEntries(
    ['edit', 'inviteAgain', 'leave', 'remove', 'setPin'].map((verb) => [
      `people.${verb}`,
      [{ button: 'More', screen: people }],
    ]),
  ),
  'people.acceptInvitation': [
    {
      button: 'Join The Anchor',
      screen: () => (
        <JoinForm
          token="t"
          invitation={{
            restaurant_name: 'The Anchor',
            email: 'mia@galley.test',
            name: null,
            role: 'waiter',
            has_account: true,
          }}
        />
      ),
    },
  ],
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
  'auth.beginPasskey': [{ button: 'Sign in with a passkey', screen: () => <PasskeyButton /> }],
  'auth.finishPasskey': [{ button: 'Sign in with a passkey', screen: () => <PasskeyButton /> }],
  'auth.completeProfile': [{ button: 'Finish', screen: () => <CompleteScreen /> }],
  'kitchenMode.start': [{ button: 'Turn on kitchen mode', screen: () => <StartForm onCancel={still} /> }],
  'settings.changePassword': [{ button: 'Change the password', screen: () => <PasswordForm onClose={still} /> }],
  'account.requestDeletion': [
    { button: 'Delete account', screen: () => <DeletionForm name="The Anchor" onDone={still} onClose={still} /> },
  ],
  'account.cancelDeletion': [
    { button: 'Keep the account', screen: () => <RequestedDeletion at="2026-12-20T18:30:00.000Z" onDone={still} /> },
  ],
  'account.exportData': [{ button: 'Export', screen: () => <ExportForm onClose={still} /> }],
  'account.storeImportPart': [{ button: 'Import an export', screen: () => <ImportFile /> }],
  'account.importData': [{ button: 'Import an export', screen: () => <ImportFile /> }],
  'orders.checkImport': [{ button: 'Choose a file', screen: () => <ChooseOrders onChecked={still} /> }],
  'orders.startImport': [
    {
      button: 'Import 1 order',
      screen: () => <CheckedFile checked={checkedOrders} onStarted={still} onBack={still} />,
    },
  ],
  'twoFactor.start': [
    { button: 'Set up two-factor sign-in', screen: () => <StartTwoFactor onDone={still} onCancel={still} /> },
  ],
  'twoFactor.confirm': [
    {
      button: 'Turn on',
      screen: () => (
        <ConfirmTwoFactor secret={{ token: 'JBSWY3DP', otpauth_url: '' }} onDone={still} onCancel={still} />
      ),
    },
  ],
  'twoFactor.stop': [
    { button: 'Turn off two-factor sign-in', screen: () => <StopTwoFactor onDone={still} onCancel={still} /> },
  ],
  'passkeys.beginRegistration': [
    { button: 'Add the passkey', screen: () => <AddPasskey onDone={still} onCancel={still} /> },
  ],
  'passkeys.finishRegistration': [
    { button: 'Add the passkey', screen: () => <AddPasskey onDone={still} onCancel={still} /> },
  ],
  'passkeys.rename': [
    { button: 'Save the name', screen: () => <RenamePasskey passkey={passkey} onDone={still} onCancel={still} /> },
  ],
  'passkeys.remove': [
    {
      button: 'Remove',
      screen: () => <PasskeyList passkeys={[passkey]} isAsking={false} onRenamed={still} onRemove={still} />,
    },
  ],
  'settings.testNotification': [{ button: 'Test: Push', screen: () => <TestButtons /> }],
  'sessions.revoke': [{ button: 'Sign out', screen: devices }],
  'sessions.revokeOthers': [{ button: 'Sign out all other devices', screen: devices }],
  'channels.add': [{ button: 'Verify and save', screen: () => <WhatsappForm /> }],
  'channels.remove': [{ button: 'Remove', screen: channelList }],
  'channels.refreshCalendarToken': [{ button: 'Renew access', screen: channelList }],
  'channels.calendarCallback': [{ button: 'Finish connecting', screen: () => <FinishCalendar state="s" code="c" /> }],
  'deliveryPartners.saveRenda': [
    { button: 'Save Renda', screen: () => <DeliveryPartnerForm partner={null} onClose={still} /> },
  ],
  'chats.storeFile': [{ button: 'Attach a file', screen: () => <AttachButton chatId={id(6)} onStored={still} /> }],
  'chatbot.readAgain': [
    { button: 'Read again', screen: () => <KnowledgeList shown={{ chatbot, keptAt: null, isUnread: false }} /> },
  ],
  'chatbot.testChat': [{ button: 'Send', screen: () => <TestChat /> }],
  'website.saveDomain': [
    { button: 'Change address', screen: () => <DomainSection saved={websiteSetup} onSaved={still} /> },
  ],
  'website.preview': [
    { button: 'Open in a new tab', screen: () => <Preview draft={websiteSetup} subdomain="a" sent={0} /> },
  ],
  'website.checkDomain': [{ button: 'Check name', screen: () => <CheckButton domain="a" label="Check name" /> }],
  'payments.openLink': [{ button: 'Payment link', screen: () => <PaymentLinkButton isOffered order={order(500)} /> }],
  'payments.refund': [{ button: 'Refund', screen: () => <RefundButton payment={payment} /> }],
  'wallet.verifyBankAccount': [
    { button: 'Check account number', screen: () => <PaystackForm provider={paystack} onClose={still} /> },
  ],
  'wallet.connectPaystack': [
    { button: 'Connect Paystack', screen: () => <PaystackForm provider={paystack} onClose={still} /> },
  ],
  'wallet.saveCustomGateway': [
    { button: 'Save gateway', screen: () => <CustomGatewayForm former={null} onClose={still} /> },
  ],
  'wallet.disconnect': [
    { button: 'Disconnect', screen: () => <ProviderRow provider={paystack} action={null} onDisconnect={still} /> },
  ],
  'payments.openStripeSetup': [{ button: 'Set up Stripe', screen: () => <StripeSetupButton /> }],
  'subscriptions.subscribe': [{ button: 'Change', screen: () => <PlanList {...plansOf('starter_month')} /> }],
  'subscriptions.changeCard': [
    {
      button: 'Change the card',
      screen: () => <CardButton isEntered={false} isOverdue isSending={false} onEnter={still} onUse={still} />,
    },
  ],
  'subscriptions.cancel': [{ button: 'Cancel the subscription', screen: () => ending(false) }],
  'subscriptions.resume': [{ button: 'Resume the subscription', screen: () => ending(true) }],
  'withdrawals.resolveAccount': [
    { button: 'Check the account', screen: () => <EnterAccount onEntered={still} onClose={still} /> },
  ],
  'withdrawals.addAccount': [
    {
      button: 'Add the account',
      screen: () => (
        <ConfirmAccount
          entered={{ bank_code: '', bank_name: '', account_number: '12345678', account_name: null }}
          onBack={still}
          onDone={still}
        />
      ),
    },
  ],
  'withdrawals.makeDefault': [{ button: 'Use by default', screen: bankAccounts }],
  'withdrawals.removeAccount': [{ button: 'Remove', screen: bankAccounts }],
  'withdrawals.request': [
    {
      button: 'Withdraw £50.00',
      screen: () => (
        <WithdrawForm
          page={{ wallet: { ...wallet, fee_fixed_amount: 0, fee_bp: 0 } as Wallet, accounts }} // what its hints read
          onClose={still}
        />
      ),
    },
  ],
  'withdrawals.cancel': [
    {
      button: 'Cancel the withdrawal',
      screen: () => (
        <OpenWithdrawal
          withdrawal={
            { net_amount: 900, currency: 'GBP', account_label: 'Bank', status: 'pending' } as WithdrawalRequest
          } // what it reads
          isAsking={false}
          onCancel={still}
        />
      ),
    },
  ],
  'push.subscribe': [{ button: 'Turn on', screen: () => <PushControl /> }],
  'push.unsubscribe': [{ button: 'Turn off', screen: () => <PushControl />, isPushOn: true }],
  'push.sendTest': [
    {
      button: 'Send a test',
      isPushOn: true,
      // As the open panel shows it.
      screen: () => (
        <>
          <PushControl />
          <PushChoices wants={['orders']} whyId="why" />
        </>
      ),
    },
  ],
};

/** Of a person with several restaurants: no screen offers them yet. */
const withoutScreen = ['people.enterRestaurant', 'people.addRestaurant'];

/**
 * No screen of this app makes storefront calls (customers do), the call of the public contact form, or the upload of a menu at once: a
 * device queues its pages.
 */
const onlineOnly = Object.values(calls).flatMap(({ name, options: { access, offline } }) =>
  offline.kind === 'online' &&
  access !== 'storefront' &&
  !withoutScreen.includes(name) &&
  name !== contact.sendMessage.name &&
  name !== upload.name
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

describe('an online-only call', () => {
  test('is made only from files with known controls (R34)', async () => {
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
  test.each(all)('%s: "%s" is disabled offline, with a reason (R34)', (_name, _button, reason, control) => {
    expect(shown(control, { onLine: true })).toEqual({ isDisabled: false, isDescribed: true, why: null });
    expect(shown(control, { onLine: false })).toEqual({ isDisabled: true, isDescribed: true, why: reason });
  });
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
