import * as contract from '../../contract/dashboard/calls.ts';
import { openStatuses } from '../../contract/orders/status.ts';
import { listNewest } from '../orders/list.ts';
import { defineHandler, type Handler } from '../pipeline/handler.ts';
import { insights } from './insights.ts';
import { ratings } from './ratings.ts';
import { soldOutLosses } from './sold-out-losses.ts';

const newestOpen = defineHandler(contract.orders, (c) => listNewest(c.db, c.restaurantId, openStatuses, 10));

export const routes: Handler[] = [insights, soldOutLosses, ratings, newestOpen];
