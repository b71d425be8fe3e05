import {
  cancel,
  current,
  history,
  resume,
  subscribe,
  type SubscriptionState,
} from '../../../../contract/subscriptions/calls.ts';
import type { SubscriptionInvoice } from '../../../../contract/subscriptions/rows.ts';
import { PAGE_LIMIT_MAX } from '../../../../contract/limits.ts';
import type { Reply } from '../../../../contract/call.ts';
import { send, type Result } from '../../../api/send.ts';

export const readCurrent = (signal: AbortSignal): Promise<Result<SubscriptionState>> => send(current, {}, { signal });

/** The newest hundred: eight years of monthly invoices. */
export const readHistory = (signal: AbortSignal): Promise<Result<SubscriptionInvoice[]>> =>
  send(history, { query: { limit: String(PAGE_LIMIT_MAX) } }, { signal });

export const choosePlan = (planId: string): Promise<Result<Reply<typeof subscribe>>> =>
  send(subscribe, { body: { plan_id: planId } });

export const cancelSubscription = (): Promise<Result<SubscriptionState>> => send(cancel, { body: {} });

export const resumeSubscription = (): Promise<Result<SubscriptionState>> => send(resume, { body: {} });
