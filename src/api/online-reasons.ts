import type { OnlineReason } from '../../contract/call.ts';

/** Why a call cannot wait, by its reason (decisions, "What may be done offline"). */
export const onlineReasonLabels: Record<OnlineReason, string> = {
  sign_in: 'You are offline. Signing in needs internet.',
  signing_out: 'Needs internet: the server signs the other device out.',
  people: 'Needs internet: the server keeps who may do what.',
  sent_at_once: 'Needs internet: it is sent at once.',
  credentials: 'Needs internet: the server keeps passwords and PINs.',
  provider_setup: 'Needs internet.',
  money_out: 'Needs internet: money goes out at once or not at all.',
  domain_check: 'Needs internet: the address is looked up.',
  website_setup: 'The preview needs internet: the server makes it.',
  chatbot: 'Needs internet: the server keeps the chatbot.',
  reading_menu: 'Needs internet: the server reads the pictures.',
  account_data: 'Needs internet: the server holds all of your data.',
  chat_file: 'Needs internet: the file is sent at once.',
  own_messages: 'Needs internet: the server sends the messages.',
  subscribing: 'Needs internet: the payment is made at once.',
};

/**
 * The text beside a disabled control that needs the network; null: it can be used. The reason is the one in the call's contract.
 * Pages that load without the contract name it themselves, and tests/matrix checks that they agree.
 */
export const whyNot = (reason: OnlineReason, isOnline: boolean): string | null =>
  isOnline ? null : onlineReasonLabels[reason];
