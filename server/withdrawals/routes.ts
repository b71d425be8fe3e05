import { PAGE_LIMIT_MAX, PAGE_SIZE } from '../../contract/limits.ts';
import { readPaging } from '../../contract/query.ts';
import * as contract from '../../contract/withdrawals/calls.ts';
import { findProviderAccount } from '../payments/provider-accounts.ts';
import { answer, defineHandler, type Handler } from '../pipeline/handler.ts';
import { metaOf } from '../pipeline/paging.ts';
import type { Services } from '../pipeline/services.ts';
import { loadRestaurant } from '../restaurants/store.ts';
import { accountRoutes } from './accounts.ts';
import { cancelWithdrawal, requestWithdrawal } from './request.ts';
import { findOpenRequest, listAccountRows, listRequestRows, toAccount, toRequest } from './store.ts';
import { walletOf } from './wallet.ts';

const getWallet = defineHandler(contract.getWallet, async (c) => {
  const { currency } = await loadRestaurant(c.db, c.restaurantId);
  const [first] = await listAccountRows(c.db, c.restaurantId);
  const found = await findProviderAccount(c.db, c.restaurantId);
  return {
    account: first?.is_default ? toAccount(first) : null,
    wallet: await walletOf(c.db, c.restaurantId, currency),
    provider: found && found.provider !== 'custom' ? found.provider : null,
  };
});

const getRequest = defineHandler(contract.getRequest, async (c) => {
  const open = await findOpenRequest(c.db, c.restaurantId);
  return open && toRequest(open);
});

const listRequests = defineHandler(contract.listRequests, async (c) => {
  const paging = readPaging(c.query, { limit: PAGE_SIZE, max: PAGE_LIMIT_MAX });
  const { rows, total } = await listRequestRows(c.db, c.restaurantId, paging);
  return answer(rows.map(toRequest), { meta: metaOf(total, paging) });
});

export const withdrawalRoutes = (services: Services): Handler[] => [
  ...accountRoutes(services),
  getWallet,
  getRequest,
  requestWithdrawal,
  cancelWithdrawal,
  listRequests,
];
