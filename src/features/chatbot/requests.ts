import type { Args } from '../../../contract/call.ts';
import * as chatbot from '../../../contract/chatbot/calls.ts';
import type { Chatbot } from '../../../contract/chatbot/calls.ts';
import type { ChatbotStep } from '../../../contract/chatbot/rows.ts';
import type { OpeningHours } from '../../../contract/restaurant/rows.ts';
import { foldName } from '../../../contract/names.ts';
import { send } from '../../api/send.ts';
import { storeImage } from '../../files/store-image.ts';
import { storeChange, type Stored } from '../../session/store-change.ts';
import { newId } from '../../data/ids.ts';
import { mutate } from '../../data/mutate.ts';
import * as mutations from './mutations.ts';
import type { Part } from '../../files/choose/shrink.ts';

export const readChatbot = (signal: AbortSignal) => send(chatbot.getChatbot, {}, { signal });

interface RestaurantFields {
  restaurant_name: string;
  full_address: string;
  postal_code: string;
}

export const saveRestaurant = (body: Partial<RestaurantFields>): Stored =>
  storeChange((restaurant_id) => mutate(mutations.saveRestaurant, { body: { restaurant_id, ...body } }));

interface ContactFields {
  business_telephone: string;
  kitchen_telephone: string;
  restaurant_email: string;
  website_url: string;
}

export const saveContacts = (body: Partial<ContactFields>): Stored =>
  storeChange((restaurant_id) => mutate(mutations.saveContacts, { body: { restaurant_id, ...body } }));

/** Saved again under its name, a partner keeps its id. */
export const savePartner = (
  body: { partner_name: string; partner_url: string },
  present: Chatbot['delivery_partners'],
): Stored =>
  storeChange((restaurant_id) =>
    mutate(mutations.saveDeliveryPartner, {
      body: {
        restaurant_id,
        id: present.find(({ partner_name }) => foldName(partner_name) === foldName(body.partner_name))?.id ?? newId(),
        ...body,
      },
    }),
  );

export const removePartner = (partner: string): Stored =>
  storeChange((restaurant_id) =>
    mutate(mutations.removeDeliveryPartner, { path: { partner }, body: { restaurant_id } }),
  );

export const savePicture = (parts: readonly Part[]): Stored =>
  storeImage(parts, (restaurant_id, upload_profile_pic_url) =>
    mutate(mutations.saveFiles, { body: { restaurant_id, upload_profile_pic_url } }),
  );

export const removePicture = (): Stored =>
  storeChange((restaurant_id) =>
    mutate(mutations.saveFiles, { body: { restaurant_id, upload_profile_pic_url: null } }),
  );

export const saveFile = (file_upload_url: string): Stored =>
  storeChange((restaurant_id) => mutate(mutations.saveFiles, { body: { restaurant_id, file_upload_url } }));

export const saveHours = (days: OpeningHours['days']): Stored =>
  storeChange((restaurant_id) => mutate(mutations.saveHours, { body: { restaurant_id, days } }));

export type Managed = Partial<
  Pick<
    Chatbot,
    | 'is_enabled'
    | 'answers_when'
    | 'greeting'
    | 'tone'
    | 'languages'
    | 'payment_methods'
    | 'faqs'
    | 'takes_orders'
    | 'takes_reservations'
  >
>;
export const saveManaged = (body: Managed): Stored =>
  storeChange((restaurant_id) => mutate(mutations.manage, { body: { restaurant_id, ...body } }));

export const skipStep = (skipped_step: ChatbotStep): Stored =>
  storeChange((restaurant_id) => mutate(mutations.manage, { body: { restaurant_id, skipped_step } }));

export const readSourcesAgain = () => send(chatbot.readAgain, { body: {} });

/** How a chat begins. The title of the choice is not shown. */
export const beginChat = (conversation_id: string, signal: AbortSignal) =>
  send(chatbot.testChat, { body: { message: 'Start', choice_id: 'start', conversation_id } }, { signal });

export const askBot = (body: Args<typeof chatbot.testChat>['body']) => send(chatbot.testChat, { body });
