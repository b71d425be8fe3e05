// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, type ReactNode } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { WalletProvider } from '../../../../contract/settings/wallet-provider-calls.ts';
import { rendered } from '../../../../tests/components/rendered.ts';
import { CustomGatewayForm } from './CustomGatewayForm.tsx';
import { PaystackForm } from './PaystackForm.tsx';
import { describeProvider, describeShares, factsOf, parseShare } from './provider-labels.ts';
import { send } from '../../../api/send.ts';
import * as requests from './provider-requests.ts';
import { ProviderRow } from './ProviderRow.tsx';

vi.mock('./provider-requests.ts');
vi.mock('../../../api/send.ts');
const { verifyAccount, connectPaystack, saveGateway } = vi.mocked(requests);

const none: WalletProvider = {
  provider: 'paystack',
  is_available: true,
  is_double: false,
  status: 'not_configured',
  reason: null,
  takes_payments: false,
  platform_fee_bp: 100,
  details: {},
  checked_at: null,
};
const custom: WalletProvider = {
  ...none,
  provider: 'custom',
  status: 'pending',
  details: {
    provider_name: 'Harbour Pay',
    secret_last4: '9f3c',
    webhook_url: 'https://galley.test/hook',
    mode: 'test',
  },
};
const refused = (field: string, message: string) => ({
  ok: false as const,
  kind: 'refused' as const,
  status: 422,
  error: { code: 'invalid_fields', message: 'Check the marked fields', field_errors: { [field]: message } },
});

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(send).mockResolvedValue({ ok: true, data: [{ bank_code: '058', bank_name: 'Guaranty Trust Bank' }] });
});

async function show(element: ReactNode) {
  const page = rendered(<FluentProvider theme={webLightTheme}>{element}</FluentProvider>);
  await act(async () => undefined);
  const field = (name: string) => page.place.querySelector<HTMLInputElement>(`[name="${name}"]`)!;
  return {
    ...page,
    field,
    enter: (name: string, value: string) => page.type(field(name), value),
    choose: (name: string, value: string) =>
      act(() => {
        const select = page.place.querySelector<HTMLSelectElement>(`select[name="${name}"]`)!;
        select.value = value;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      }),
    submit: () => act(async () => page.fire(page.place.querySelector('form')!, 'submit')),
    check: () => act(async () => page.button('Check account number').click()),
  };
}

describe('the form of Paystack', () => {
  async function filled() {
    const closed = vi.fn<() => void>();
    const page = await show(<PaystackForm provider={none} onClose={closed} />);
    page.enter('business_name', 'Tamarind');
    page.choose('bank_code', '058');
    page.enter('account_number', '0123 456 780');
    page.enter('share', '2,5');
    return { ...page, closed };
  }

  test('shows the holder before anything is saved', async () => {
    verifyAccount.mockResolvedValue({ ok: true, data: { account_name: 'ADAEZE OKAFOR' } });
    connectPaystack.mockResolvedValue({ ok: true, data: none });
    const page = await filled();
    expect(page.text()).toContain('Galley keeps 2.5 %, you get 97.5 %');
    await page.submit();
    expect(connectPaystack).not.toHaveBeenCalled();
    expect(page.text()).toContain('Check the account number first.');
    await page.check();
    expect(verifyAccount).toHaveBeenCalledWith({ bank_code: '058', account_number: '0123456780' });
    expect(page.text()).toContain('The account belongs to ADAEZE OKAFOR.');
    await page.submit();
    expect(connectPaystack).toHaveBeenCalledWith(
      { business_name: 'Tamarind', bank_code: '058', account_number: '0123456780', percentage_charge_bp: 250 },
      [],
    );
    expect(page.closed).toHaveBeenCalledOnce();
  });

  test('keeps the least share of the platform', async () => {
    const page = await filled();
    page.enter('share', '0.5');
    await page.check();
    expect(page.text()).toContain('At least 1 %');
    expect(verifyAccount).not.toHaveBeenCalled();
  });

  test('asks again after the number has changed', async () => {
    verifyAccount.mockResolvedValue({ ok: true, data: { account_name: 'ADAEZE OKAFOR' } });
    const page = await filled();
    await page.check();
    page.enter('account_number', '0123456781');
    expect(page.text()).not.toContain('ADAEZE OKAFOR');
    await page.submit();
    expect(connectPaystack).not.toHaveBeenCalled();
  });

  test('shows the provider’s reason beside the number', async () => {
    verifyAccount.mockResolvedValue(refused('account_number', 'Could not resolve account name'));
    const page = await filled();
    await page.check();
    expect(page.text()).toContain('Could not resolve account name');
    expect(page.field('account_number').getAttribute('aria-invalid')).toBe('true');
  });

  test('says when the provider does not answer, and sends nothing incomplete', async () => {
    const error = { code: 'provider_unavailable', message: '?' };
    verifyAccount.mockResolvedValue({ ok: false, kind: 'refused', status: 503, error });
    const page = await filled();
    await page.check();
    expect(page.text()).toContain('The provider does not answer at the moment.');
    verifyAccount.mockClear();
    page.enter('account_number', '12');
    await page.check();
    expect(verifyAccount).not.toHaveBeenCalled();
    expect(page.text()).toContain('Enter the account number: 6 to 20 digits');
  });
});

describe('the form of a custom gateway', () => {
  test('keeps a secret that was entered before, and never shows it', async () => {
    saveGateway.mockResolvedValue({ ok: true, data: { status: 'pending' } as never }); // what the form reads
    const page = await show(<CustomGatewayForm former={custom} onClose={vi.fn<() => void>()} />);
    expect(page.field('secret_key').value).toBe('');
    expect(page.text()).toContain('Kept, ends with 9f3c.');
    await page.submit();
    expect(saveGateway).toHaveBeenCalledWith({
      provider_name: 'Harbour Pay',
      public_key: '',
      is_active: true,
      mode: 'test',
    });
  });

  test('needs a secret at first', async () => {
    const page = await show(<CustomGatewayForm former={null} onClose={vi.fn<() => void>()} />);
    page.enter('provider_name', 'Harbour Pay');
    page.enter('secret_key', 'short');
    await page.submit();
    expect(saveGateway).not.toHaveBeenCalled();
    expect(page.text()).toContain('at least 16 letters');
  });
});

test('a provider that refuses shows its reason', async () => {
  const provider: WalletProvider = { ...none, status: 'broken', reason: 'The account is closed' };
  const page = await show(<ProviderRow provider={provider} action={null} onDisconnect={vi.fn<() => void>()} />);
  expect(page.text()).toContain('Needs attention');
  expect(page.text()).toContain('The account is closed');
});

test('a gateway shows its address and not its key', async () => {
  const page = await show(<ProviderRow provider={custom} action={null} onDisconnect={vi.fn<() => void>()} />);
  expect(page.text()).toContain('https://galley.test/hook');
  expect(factsOf(custom)).toEqual([
    ['Name', 'Harbour Pay'],
    ['Secret key', 'Kept, ends with 9f3c'],
    ['Mode', 'Test'],
  ]);
});

test.each([
  ['2.5', 250],
  ['2,55 %', 255],
  ['0', 0],
  ['100', 10_000],
  ['100.01', null],
  ['-1', null],
  ['1.234', null],
  ['', null],
])('a share of "%s" is %s basis points', (text, bp) => {
  expect(parseShare(text)).toBe(bp);
});

test('both shares add up', () => {
  expect(describeShares(333)).toBe('Galley keeps 3.33 %, you get 96.67 %');
});

test('each state says what to do', () => {
  expect(describeProvider({ ...none, is_available: false })).toContain('has not set up its keys');
  expect(describeProvider({ ...none, status: 'verified', takes_payments: true })).toContain('Customers pay');
  expect(describeProvider({ ...none, status: 'verified' })).toContain('Another provider');
  expect(describeProvider(custom)).toContain('signed ping');
  for (const status of ['verified', 'not_configured'] as const)
    expect(describeProvider({ ...custom, status })).toContain('Customers cannot pay through it');
});
