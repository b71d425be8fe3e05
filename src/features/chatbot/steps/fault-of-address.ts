import { faultOfWebAddress } from '../../../../contract/chatbot/web-address.ts';

/** What is wrong with an address that the bot is to read, before it is saved; null: nothing. */
export const faultOfAddress = (text: string): string | null =>
  faultOfWebAddress(URL.canParse(text) ? new URL(text) : null);
