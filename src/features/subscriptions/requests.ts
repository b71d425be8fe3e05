import {
  cancel,
  changeCard,
  resume,
  subscribe,
  type SubscriptionState,
} from '../../../contract/subscriptions/calls.ts';
import type { Reply } from '../../../contract/call.ts';
import { send, type Result } from '../../api/send.ts';

export const choosePlan = (planId: string): Promise<Result<Reply<typeof subscribe>>> =>
  send(subscribe, { body: { plan_id: planId } });

export const openCardPage = (): Promise<Result<Reply<typeof changeCard>>> => send(changeCard, { body: {} });

/** What is overdue is charged at once. */
export const payWithEnteredCard = (): Promise<Result<Reply<typeof changeCard>>> =>
  send(changeCard, { body: { is_entered: true } });

export const cancelSubscription = (): Promise<Result<SubscriptionState>> => send(cancel, { body: {} });

export const resumeSubscription = (): Promise<Result<SubscriptionState>> => send(resume, { body: {} });
