import * as contract from '../../contract/dashboard/calls.ts';
import { openStatuses } from '../../contract/orders/status.ts';
import { listOrders } from '../orders/store.ts';
import { defineHandler, type Handler } from '../pipeline/handler.ts';
import { insights } from './insights.ts';
import { ratings } from './ratings.ts';
import { soldOutLosses } from './sold-out-losses.ts';

const newestOpen = defineHandler(contract.orders, async (c) => {
  const found = await listOrders(c.db, c.restaurantId, { statuses: openStatuses }, { limit: 10, offset: 0 });
  return found.orders;
});

export const routes: Handler[] = [insights, soldOutLosses, ratings, newestOpen];
