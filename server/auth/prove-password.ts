import { refuse, type BaseContext, type Refusal } from '../pipeline/handler.ts';
import { findUser, type UserRow } from './accounts.ts';
import { noteAuth } from './events.ts';
import { readKnownDevice } from './known-device.ts';
import { clear, giveBack, limits, networkOf, take, type Exceeded } from './limits.ts';
import { isPasswordOf } from './passwords.ts';
import { tooMany } from './too-many.ts';

/**
 * The account whose password this is. One answer to every wrong pair, after the same work. Tries are counted before the password is looked
 * at, so that none slips through.
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
  /** The password was right. */
  reset(): Promise<void>;
}

/**
 * A device that was signed in before counts its own tries and no others, so that strangers who try passwords cannot keep the owner out
 * (decision 065). All others share the counters of their address and of the account.
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
