import type { Args } from '../../../../contract/call.ts';
import {
  addAccount,
  cancel,
  getRequest,
  getWallet,
  listAccounts,
  listRequests,
  makeDefault,
  removeAccount,
  request,
  resolveAccount,
  type WalletOverview,
} from '../../../../contract/withdrawals/calls.ts';
import type { WithdrawalAccount, WithdrawalRequest } from '../../../../contract/withdrawals/rows.ts';
import { send, type Result } from '../../../api/send.ts';
import { serverNow } from '../../../lib/server-now.ts';

/** What the wallet's tab shows. */
export interface WalletPage extends WalletOverview {
  accounts: WithdrawalAccount[];
  /** The withdrawal that is under way. */
  open: WithdrawalRequest | null;
  /** The newest ones. */
  history: WithdrawalRequest[];
  /** When the server was asked, ms. */
  readAt: number;
}

const HISTORY = '20';

export async function readWallet(signal: AbortSignal): Promise<Result<WalletPage>> {
  const readAt = serverNow();
  const [overview, accounts, open, history] = await Promise.all([
    send(getWallet, {}, { signal }),
    send(listAccounts, {}, { signal }),
    send(getRequest, {}, { signal }),
    send(listRequests, { query: { limit: HISTORY } }, { signal }),
  ]);
  if (!overview.ok) return overview;
  if (!accounts.ok) return accounts;
  if (!open.ok) return open;
  if (!history.ok) return history;
  return {
    ok: true,
    data: { ...overview.data, accounts: accounts.data, open: open.data, history: history.data, readAt },
  };
}

export const checkAccount = (body: Args<typeof resolveAccount>['body']) => send(resolveAccount, { body });

export const saveAccount = (body: Args<typeof addAccount>['body']) => send(addAccount, { body });

export const preferAccount = (id: string) => send(makeDefault, { path: { id } });

export const forgetAccount = (id: string) => send(removeAccount, { path: { id } });

export const withdraw = (body: Args<typeof request>['body']) => send(request, { body });

export const cancelWithdrawal = (id: string) => send(cancel, { query: { id } });
