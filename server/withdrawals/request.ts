import * as contract from '../../contract/withdrawals/calls.ts';
import { feeOf } from '../../contract/withdrawals/fee.ts';
import { isPayable } from '../../contract/withdrawals/rows.ts';
import { findProviderAccount } from '../payments/provider-accounts.ts';
import { defineHandler, Refusal, refuse, type BaseContext } from '../pipeline/handler.ts';
import { newId } from '../platform/ids.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { linesOfRelease, linesOfReserve, postWithdrawal } from './lines.ts';
import { proveOwner } from '../auth/prove-owner.ts';
import {
  findAccountRow,
  findOpenRequest,
  insertRequest,
  listAccountRows,
  toRequest,
  updateRequest,
  type AccountRow,
  type RequestRow,
} from './store.ts';
import { walletOf } from './wallet.ts';

/**
 * Reserves the money under the space's lock, so that it can be asked for once. A job sends it.
 */
export const requestWithdrawal = defineHandler(contract.request, async (c) => {
  const unproved = await proveOwner(c, c.body.password);
  if (unproved) return unproved;
  const open = await findOpenRequest(c.db, c.restaurantId);
  if (open) return refuse('withdrawal_already_open', { current: toRequest(open) });
  const account = await findTarget(c, c.body.withdrawal_account_id);
  if (account instanceof Refusal) return account;
  const { currency } = await loadRestaurant(c.db, c.restaurantId);
  const wallet = await walletOf(c.db, c.restaurantId, currency);
  const { amount } = c.body;
  if (amount < wallet.min_withdrawal_amount) return refuseAmount('Less than the smallest withdrawal');
  if (amount > wallet.max_withdrawal_amount) return refuseAmount('More than the largest withdrawal');
  if (amount > wallet.available_amount) return refuse('not_enough_money', { current: wallet });
  const fee_amount = feeOf(amount, wallet);
  if (fee_amount >= amount) return refuseAmount('Nothing is left of it after the fee');

  const at = c.now.toISOString();
  const id = newId(c.now);
  const row: RequestRow = {
    restaurant_id: c.restaurantId,
    id,
    reference: referenceOf(id),
    withdrawal_account_id: account.id,
    account_label: labelOf(account),
    amount,
    fee_amount,
    net_amount: amount - fee_amount,
    currency,
    status: 'pending',
    failure_code: null,
    failure_message: null,
    note: c.body.note?.trim() || null,
    provider: account.provider,
    provider_reference: null,
    requested_by: c.actor,
    requested_at: at,
    processed_at: null,
    expected_arrival_on: null,
    paid_at: null,
    cancelled_at: null,
    failed_at: null,
    created_at: at,
    updated_at: at,
  };
  await insertRequest(c.db, row);
  await postWithdrawal(c, row, linesOfReserve(row));
  await c.enqueue('withdrawals.send', { restaurant_id: c.restaurantId, withdrawal_id: id });
  c.note('withdrawals.requested', { withdrawal_id: id, amount, currency });
  return toRequest(row);
});

export const cancelWithdrawal = defineHandler(contract.cancel, async (c) => {
  const row = await findOpenRequest(c.db, c.restaurantId);
  const wanted = c.query.id?.toLowerCase();
  if (!row || (wanted !== undefined && wanted !== row.id)) return refuse('not_found');
  if (row.status !== 'pending') return refuse('withdrawal_in_process', { current: toRequest(row) });
  const at = c.now.toISOString();
  await postWithdrawal(c, row, linesOfRelease(row));
  const cancelled = await updateRequest(c.db, c.restaurantId, row.id, {
    status: 'cancelled',
    cancelled_at: at,
    updated_at: at,
  });
  c.note('withdrawals.cancelled', { withdrawal_id: row.id });
  return toRequest(cancelled);
});

/** The account that the money goes to: at the provider that has the money. */
async function findTarget(c: BaseContext, id: string | undefined): Promise<AccountRow | Refusal> {
  const provider = await findProviderAccount(c.db, c.restaurantId);
  if (!provider) return refuse('payments_not_set_up');
  const named = id === undefined ? null : await findAccountRow(c.db, c.restaurantId, id.toLowerCase());
  const account = id === undefined ? (await listAccountRows(c.db, c.restaurantId))[0] : named;
  if (!account || account.deleted_at) return refuse('not_found');
  return isPayable(account) && account.provider === provider.provider ? account : refuse('account_not_verified');
}

const refuseAmount = (message: string) => refuse('invalid_fields', { field_errors: { amount: message } });

/** At most 22 characters, which is what a bank statement shows. */
const referenceOf = (id: string) => `galley-${id.replaceAll('-', '').slice(-15)}`;

const labelOf = ({ bank_name, account_number_last4 }: AccountRow) =>
  `${bank_name || 'Account'} …${account_number_last4}`;
