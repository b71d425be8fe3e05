import * as z from 'zod/mini';
import * as chatbot from '../../../contract/chatbot/calls.ts';
import type { Chatbot } from '../../../contract/chatbot/calls.ts';
import type { ChatbotStep } from '../../../contract/chatbot/rows.ts';
import type { OpeningHours } from '../../../contract/restaurant/rows.ts';
import { send, type Result } from '../../api/send.ts';
import type { Part } from '../../files/choose/shrink.ts';

const foreign = {
  ok: false,
  kind: 'refused',
  status: 200,
  error: {
    code: 'not_offered',
    message: 'The server of this restaurant keeps another chatbot than this version knows',
  },
} as const;

export type Answer = Promise<Result<Chatbot>>;

/** A server that has only the specified calls may answer with other fields. */
async function checked(request: Answer): Answer {
  const result = await request;
  if (!result.ok) return result;
  const { data } = z.safeParse(chatbot.Chatbot, result.data);
  return data ? { ok: true, data } : foreign;
}

export const readChatbot = (signal: AbortSignal): Answer => checked(send(chatbot.getChatbot, {}, { signal }));

export const saveRestaurant = (body: { restaurant_name: string; full_address: string; postal_code: string }): Answer =>
  checked(send(chatbot.saveRestaurant, { body }));

export const saveContacts = (body: {
  business_telephone: string;
  kitchen_telephone: string;
  restaurant_email: string;
  website_url: string;
}): Answer => checked(send(chatbot.saveContacts, { body }));

export const savePartner = (body: { partner_name: string; partner_url: string }): Answer =>
  checked(send(chatbot.saveDeliveryPartner, { body }));

export const removePartner = (id: string): Answer =>
  checked(send(chatbot.removeDeliveryPartner, { path: { partner: id } }));

export function savePicture(parts: readonly Part[]): Answer {
  const form = new FormData();
  for (const { bytes, type } of parts) form.append('upload_profile_pic', new Blob([bytes], { type }));
  // The call takes its body as a form, too (isMultipart).
  return checked(send(chatbot.saveFiles, { body: form as never }));
}

export const removePicture = (): Answer => checked(send(chatbot.saveFiles, { body: { remove_profile_pic: 'yes' } }));

export const saveFile = (file_upload_url: string): Answer =>
  checked(send(chatbot.saveFiles, { body: { file_upload_url } }));

export const saveHours = (days: OpeningHours['days']): Answer => checked(send(chatbot.saveHours, { body: { days } }));

export type Managed = Partial<
  Pick<
    Chatbot,
    | 'is_enabled'
    | 'greeting'
    | 'tone'
    | 'languages'
    | 'payment_methods'
    | 'faqs'
    | 'takes_orders'
    | 'takes_reservations'
  >
>;
export const saveManaged = (body: Managed): Answer => checked(send(chatbot.manage, { body }));

export const skipStep = (skipped_step: ChatbotStep): Answer =>
  checked(send(chatbot.manage, { body: { skipped_step } }));

export const readSourcesAgain = (): Answer => checked(send(chatbot.readAgain, { body: {} }));

export const askBot = (message: string) => send(chatbot.testChat, { body: { message } });
