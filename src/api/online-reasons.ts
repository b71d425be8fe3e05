import type { OnlineReason } from '../../contract/call.ts';

/** Why a call cannot wait, by its reason (decisions, "What may be done offline"). */
export const onlineReasonLabels: Record<OnlineReason, string> = {
  sign_in: 'You are offline. Signing in needs a network.',
  signing_out: 'This needs a network: the server signs the other device out.',
  sent_at_once: 'This needs a network: it is sent at once.',
  credentials: 'This needs a network: the server keeps passwords and PINs.',
  provider_setup: 'This needs a network: another service has a part in it.',
  money_out: 'This needs a network: money goes out at once or not at all.',
  domain_check: 'This needs a network: the address is looked up.',
  website_setup: 'The preview needs a network: the server makes it.',
  chatbot: 'This needs a network: the server keeps the chatbot.',
  reading_menu: 'This needs a network: the server reads the pictures.',
  account_data: 'This needs a network: the server holds all of your data.',
  chat_file: 'This needs a network: the file is sent at once.',
  own_messages: 'This needs a network: the server sends the messages.',
  subscribing: 'This needs a network: the payment is made at once.',
};

/**
 * The text beside a disabled control that needs the network; null: it can be used. The reason is the one in the call's contract.
 * Pages that load without the contract name it themselves, and tests/matrix checks that they agree.
 */
export const whyNot = (reason: OnlineReason, isOnline: boolean): string | null =>
  isOnline ? null : onlineReasonLabels[reason];
