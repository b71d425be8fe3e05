import { hostedProviders, isHosted, providers } from '../../../../contract/payments/providers.ts';
import type { WalletProvider } from '../../../../contract/settings/wallet-provider-calls.ts';
import type { Say } from '../../../api/failure-text.ts';

export const providerStates: Record<WalletProvider['status'], string> = {
  not_configured: 'Not set up',
  pending: 'Not verified yet',
  verified: 'Verified',
  broken: 'Needs attention',
};

const hostedLabels = hostedProviders.map((one) => providers[one].label).join(' and ');

/** What a provider is for, and the next step where there is one. */
export function describeProvider({ provider, status, is_available, takes_payments }: WalletProvider): string {
  if (!is_available) return 'Whoever runs this installation has not set up its keys.';
  if (takes_payments) return 'Customers pay online through it.';
  if (!isHosted(provider))
    return status === 'pending'
      ? 'Send a signed ping from your gateway to the webhook address.'
      : status === 'verified'
        ? `Its signed messages arrive. Customers cannot pay through it: Galley opens payment pages of ${hostedLabels} only.`
        : providers[provider].about;
  if (status === 'verified') return 'Ready. Another provider takes your payments.';
  if (status === 'pending') return 'Finish the setup at the provider.';
  return providers[provider].about;
}

/** Details of a provider's account as lines: label and value. */
export function factsOf({ provider, details, status }: WalletProvider): [label: string, value: string][] {
  const text = (name: string) => (details[name] ? String(details[name]) : null);
  const last4 = text('account_number_last4');
  const share = details.percentage_charge_bp;
  const facts: [string, string | null][] = [
    ['Business', text('business_name')],
    ['Bank', text('bank_name')],
    ['Account', last4 && [text('account_name'), `ends with ${last4}`].filter(Boolean).join(', ')],
    ['Shares', typeof share === 'number' ? describeShares(share) : null],
    ['Name', text('provider_name')],
    ['Public key', text('public_key')],
    ['Secret key', text('secret_last4') && `Kept, ends with ${text('secret_last4')}`],
    ['Mode', provider === 'custom' && status !== 'not_configured' ? (details.mode === 'live' ? 'Live' : 'Test') : null],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}

/** "2.5" as basis points; null: it is no share from 0 to 100 % with at most two decimals. */
export function parseShare(text: string): number | null {
  const given = text.trim().replace(',', '.').replace(/\s*%$/, '');
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(given)) return null;
  const bp = Math.round(Number(given) * 100);
  return bp <= 10_000 ? bp : null;
}

export const describeShares = (platformBp: number): string =>
  `Galley keeps ${percent(platformBp)}, you get ${percent(10_000 - platformBp)}`;

const percent = (bp: number) => `${bp / 100} %`;

export const whyRefused: Say = ({ kind, error }) =>
  kind === 'offline'
    ? 'The server did not answer. Look here again before you repeat it.'
    : error.code === 'provider_unavailable'
      ? 'The provider does not answer at the moment. Try again in a minute.'
      : null;
