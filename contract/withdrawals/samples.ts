import { sampleOf, type Sample } from '../sample.ts';
import * as withdrawals from './calls.ts';

const number = { bank_code: '058', account_number: '00 1234-5678' };

export const samples: Sample[] = [
  sampleOf(withdrawals.getWallet, () => ({})),
  sampleOf(withdrawals.listBanks, () => ({})),
  sampleOf(withdrawals.resolveAccount, () => ({ body: number })),
  // At the provider that the samples of settings connect.
  sampleOf(withdrawals.addAccount, ({ password }) => ({
    body: { ...number, account_name: 'Tamarind', is_default: true, password },
  })),
  sampleOf(withdrawals.listAccounts, () => ({})),
  sampleOf(withdrawals.request, ({ password }) => ({ body: { amount: 250_000, password } }), {
    foreignRows: 'not_enough_money',
  }),
  sampleOf(withdrawals.getRequest, () => ({})),
  sampleOf(withdrawals.listRequests, () => ({})),
  sampleOf(withdrawals.cancel, () => ({}), { foreignRows: 'not_found' }),
  sampleOf(withdrawals.makeDefault, ({ withdrawalAccountId }) => ({ path: { id: withdrawalAccountId } })),
  sampleOf(withdrawals.removeAccount, ({ withdrawalAccountId }) => ({ path: { id: withdrawalAccountId } })),
];
