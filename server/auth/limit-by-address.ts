import type { Call } from '../../contract/call.ts';
import { take, type Limit } from '../db/rate-limits.ts';
import { networkOf } from '../http/address.ts';
import type { Handler } from '../pipeline/handler.ts';
import { tooMany } from './too-many.ts';

/** The handler with a limit on how often one network may call it. */
export const limitByAddress = <C extends Call>(limit: Limit, handler: Handler<C>): Handler<C> => ({
  ...handler,
  async admit(c) {
    const exceeded = await take(c.accounts, limit, networkOf(c.address), c.now);
    return exceeded && tooMany(c, null, exceeded);
  },
});
