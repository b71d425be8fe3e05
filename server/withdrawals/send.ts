import type { Pools } from '../db/open.ts';
import type { PaymentProviders } from '../integrations/payment-providers/open-providers.ts';
import {
  TransientError,
  type PaymentProvider,
  type PayoutState,
  type ProviderResult,
} from '../integrations/payment-providers/provider.ts';
import { oneByOne, type EachSpaceOptions } from '../jobs/for-each-space.ts';
import { inSpace } from '../jobs/in-space.ts';
import type { JobRun, Jobs } from '../jobs/jobs.ts';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import { applyPayoutState } from './apply-payout.ts';
import type { MoneyContext } from '../payments/online/money-context.ts';
import { accountAtProvider, findAccountRow, findRequest, updateRequest, type RequestRow } from './store.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Longer than a client waits for its provider. */
const ANSWER_WAIT_MS = 60 * SECOND;
/** A payout without an answer is looked for after this time, and then at this interval. */
const CHECK_AFTER_MS = 2 * MINUTE;
/** One that the provider has taken is asked about in case its event was lost. */
const CHECK_KNOWN_AFTER_MS = 60 * MINUTE;
/** If the provider knows nothing of a payout by then, it is sent again under the same reference. */
const SEND_AGAIN_AFTER_MS = 10 * MINUTE;

export interface SendOptions {
  pools: Pick<Pools, 'app'>;
  bus: Bus;
  providers: PaymentProviders;
}

type Sending = SendOptions & { enqueue: Jobs['enqueue']; clock: Clock; restaurantId: string };

/** A payout as it is sent, with what it takes to send it. */
interface Sendable {
  row: RequestRow;
  client: PaymentProvider;
  account: string;
  recipient: string;
}

export const withdrawalJobs = (options: SendOptions): Record<string, JobRun> => ({
  'withdrawals.send': async ({ restaurant_id, withdrawal_id }, { clock, enqueue }) => {
    const sending = { ...options, clock, enqueue, restaurantId: restaurant_id! };
    const claimed = await claimPending(sending, withdrawal_id!);
    if (claimed) await payOut(sending, claimed);
  },
  'withdrawals.forget_account': async ({ restaurant_id, account_id }) => {
    const found = await inSpace(options.pools.app, restaurant_id!, async ({ db }) => {
      const row = await findAccountRow(db, restaurant_id!, account_id!);
      return row && { row, account: await accountAtProvider(db, restaurant_id!, row.provider) };
    });
    const { row, account } = found.result ?? {};
    const client = row && options.providers[row.provider];
    // A refusal means that the provider has no such account any more.
    if (client && account && row.provider_recipient_code)
      await client.removeRecipient(account, row.provider_recipient_code);
  },
});

/** Follows withdrawals whose job, answer or event was lost. Any number of processes may call it. */
export async function followWithdrawals(
  options: SendOptions & EachSpaceOptions & { pools: Pools; clock: Clock; jobs: Pick<Jobs, 'enqueue'> },
  now: Date,
): Promise<void> {
  const { rows } = await options.pools.owner.query<{ restaurant_id: string; id: string }>(
    `SELECT restaurant_id, id FROM withdrawal_requests
      WHERE (status = 'pending' AND requested_at <= $1)
         OR (status = 'processing' AND updated_at <= CASE WHEN provider_reference IS NULL THEN $1::timestamptz ELSE $2 END)`,
    [before(now, CHECK_AFTER_MS), before(now, CHECK_KNOWN_AFTER_MS)],
  );
  const idOf = new Map(rows.map(({ restaurant_id, id }) => [restaurant_id, id]));
  await oneByOne(options.log, 'withdrawals', [...idOf.keys()], async (restaurantId) => {
    const sending = { ...options, enqueue: options.jobs.enqueue, restaurantId };
    const id = idOf.get(restaurantId)!;
    const pending = await claimPending(sending, id);
    if (pending) return payOut(sending, pending);
    const unanswered = await claimUnanswered(sending, id);
    if (unanswered) await follow(sending, unanswered);
  });
}

/** Commits "processing" before anything is sent: from here on it cannot be cancelled. Null: it is not pending. */
function claimPending(sending: Sending, id: string): Promise<Sendable | null> {
  return inMoney(sending, async (c) => {
    const row = await findRequest(c.db, c.restaurantId, id);
    if (row?.status !== 'pending') return null;
    const sendable = await findSendable(sending, c, row);
    const at = c.now.toISOString();
    const claimed = await updateRequest(c.db, c.restaurantId, id, {
      status: 'processing',
      processed_at: at,
      updated_at: at,
    });
    if (sendable) return { ...sendable, row: claimed };
    await applyPayoutState(c, row.reference, failed(row, null, 'The account at the payment provider is gone.'));
    return null;
  });
}

/** Takes the turn to ask about it. Null: it is settled, or another process asked just now. */
function claimUnanswered(sending: Sending, id: string): Promise<Sendable | null> {
  return inMoney(sending, async (c) => {
    const row = await findRequest(c.db, c.restaurantId, id);
    if (row?.status !== 'processing' || row.updated_at > before(c.now, CHECK_AFTER_MS)) return null;
    await updateRequest(c.db, c.restaurantId, id, { updated_at: c.now.toISOString() });
    return findSendable(sending, c, row);
  });
}

async function findSendable({ providers }: Sending, c: MoneyContext, row: RequestRow): Promise<Sendable | null> {
  const client = providers[row.provider];
  const account = await accountAtProvider(c.db, c.restaurantId, row.provider);
  const target = await findAccountRow(c.db, c.restaurantId, row.withdrawal_account_id);
  const recipient = target?.provider_recipient_code;
  return client && account && recipient ? { row, client, account, recipient } : null;
}

/** Without an answer it stays as it is, and followWithdrawals looks for it. */
async function payOut(sending: Sending, sendable: Sendable): Promise<void> {
  const { row, client, account, recipient } = sendable;
  const answer = await orNothing(
    client.payOut({
      account,
      ourReference: row.reference,
      recipient,
      amount: row.net_amount,
      currency: row.currency,
    }),
  );
  if (answer === null) return;
  if (answer.kind === 'answer') return settle(sending, row, answer.value);
  // A refusal may mean "I have this one already", so look before the money is given back.
  const found = await orNothing(client.findPayout(account, row.reference));
  if (found?.kind !== 'answer') return;
  await settle(sending, row, found.value ?? failed(row, answer.code, answer.message));
}

async function follow(sending: Sending, sendable: Sendable): Promise<void> {
  const { row, client, account } = sendable;
  const found = await orNothing(client.findPayout(account, row.reference));
  if (found?.kind !== 'answer') return;
  if (found.value) return settle(sending, row, found.value);
  // A payout that the provider once had is not sent again.
  const isOverdue = row.processed_at !== null && row.processed_at <= before(sending.clock.now(), SEND_AGAIN_AFTER_MS);
  if (isOverdue && row.provider_reference === null) await payOut(sending, sendable);
}

const settle = async (sending: Sending, row: RequestRow, state: PayoutState): Promise<void> => {
  await inMoney(sending, (c) => applyPayoutState(c, row.reference, state));
};

/** Runs in one transaction under the space's lock. Never ask a provider inside. */
async function inMoney<T>(
  { pools, bus, enqueue, clock, restaurantId }: Sending,
  run: (c: MoneyContext) => Promise<T>,
): Promise<T> {
  const { result, version } = await inSpace(pools.app, restaurantId, ({ db, bump }) =>
    run({ db, bump, restaurantId, now: clock.now(), enqueue: (job, ids) => enqueue(db, job, ids) }),
  );
  if (version !== null) bus.publish(restaurantId, version);
  return result;
}

/** Null: no answer, so nothing is known. */
async function orNothing<T>(question: Promise<ProviderResult<T>>): Promise<ProviderResult<T> | null> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ANSWER_WAIT_MS).unref();
  });
  try {
    return await Promise.race([question, tooLong]);
  } catch (error) {
    if (error instanceof TransientError) return null;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

const codes = ['account_closed', 'account_frozen', 'invalid_account', 'name_mismatch', 'insufficient_funds'] as const;

const failed = (row: RequestRow, code: string | null, message: string): PayoutState => ({
  reference: '',
  ourReference: row.reference,
  status: 'failed',
  failureCode: codes.find((known) => known === code) ?? 'provider_error',
  failureMessage: message,
  expectedArrivalOn: null,
});

const before = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString();
