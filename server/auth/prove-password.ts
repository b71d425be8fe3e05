import { refuse, type BaseContext, type Refusal } from '../pipeline/handler.ts';
import { findUser, type UserRow } from './accounts.ts';
import { noteAuth } from './events.ts';
import { readKnownDevice } from './known-device.ts';
import { limits } from '../pipeline/limits.ts';
import { clear, giveBack, take, type Exceeded } from '../db/rate-limits.ts';
import { networkOf } from '../http/address.ts';
import { isPasswordOf } from './passwords.ts';
import { tooMany } from './too-many.ts';

/**
 * The account with this password. Every wrong pair gets the same answer after the same work. Attempts are counted before the password is
 * checked, so that none is missed.
 */
export async function provePassword(c: BaseContext, email: string, password: string): Promise<UserRow | Refusal> {
  const user = await findUser(c.accounts, email);
  const counter = counterFor(c, email, user && readKnownDevice(c, user));
  const exceeded = await counter.take();
  if (exceeded) return tooMany(c, email, exceeded);
  const isRight = await isPasswordOf(user?.password_hash ?? null, password);
  if (!user || !isRight) {
    noteAuth(c, 'login_failed', email);
    return refuse('wrong_credentials');
  }
  await counter.reset();
  return user;
}

interface Counter {
  take(): Promise<Exceeded>;
  /** Call it after a right password. */
  reset(): Promise<void>;
}

/**
 * A device that was signed in before has its own counter, so that strangers who try passwords cannot lock out the owner (decision 049). All
 * others share the counters of their IP address and of the account.
 */
function counterFor({ accounts, address, now }: BaseContext, email: string, knownDevice: string | null): Counter {
  if (knownDevice !== null)
    return {
      take: () => take(accounts, limits.loginByDevice, knownDevice, now),
      reset: () => clear(accounts, limits.loginByDevice, knownDevice),
    };
  const network = networkOf(address);
  return {
    take: async () =>
      (await take(accounts, limits.loginByIp, network, now)) ??
      (await take(accounts, limits.loginByAccount, email, now)),
    async reset() {
      await giveBack(accounts, limits.loginByIp, network);
      await clear(accounts, limits.loginByAccount, email);
    },
  };
}
