import type { OnlineReason } from '../../contract/call.ts';

/** By a call's reason, why it cannot wait (decisions, "What may be done offline"). */
export const onlineReasonLabels: Record<OnlineReason, string> = {
  sign_in: 'You are offline. Signing in needs a network; what this device holds is still safe.',
  signing_out: 'This needs a network: the server signs the other device out.',
  credentials: 'This needs a network: the server keeps passwords and PINs.',
  provider_setup: 'This needs a network: another service has a part in it.',
  money_out: 'This needs a network: money goes out at once or not at all.',
  domain_check: 'This needs a network: the address is looked up.',
  subscribing: 'This needs a network: the payment is made at once.',
};

/**
 * Why what must not wait cannot be done now: the words beside its disabled control. Null: it can be tried. The reason is the one that the
 * call names in the contract; pages that load without the contract name it themselves (tests/matrix holds them to it).
 */
export const whyNot = (reason: OnlineReason, isOnline: boolean): string | null =>
  isOnline ? null : onlineReasonLabels[reason];
