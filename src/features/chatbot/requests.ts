import * as z from 'zod/mini';
import * as chatbot from '../../../contract/chatbot/calls.ts';
import type { Chatbot } from '../../../contract/chatbot/calls.ts';
import type { ChatbotStep } from '../../../contract/chatbot/rows.ts';
import type { OpeningHours } from '../../../contract/restaurant/rows.ts';
import { foldName } from '../../../contract/names.ts';
import { imageUrlOf } from '../../../contract/files/images.ts';
import { isOffered } from '../../api/offered.ts';
import { send, type Result } from '../../api/send.ts';
import { currentStore } from '../../data/current.ts';
import { newId } from '../../data/ids.ts';
import { mutate } from '../../data/mutate.ts';
import { keepFile } from '../../files/kept-files.ts';
import { fieldFaults } from '../../lib/field-faults.ts';
import { session } from '../../session/session.ts';
import * as mutations from './mutations.ts';
import type { Part } from '../../files/choose/shrink.ts';

const notOffered = {
  ok: false,
  kind: 'refused',
  status: 200,
  error: { code: 'not_offered', message: 'The server of this restaurant does not offer this' },
} as const;

const foreign = {
  ok: false,
  kind: 'refused',
  status: 200,
  error: {
    code: 'not_offered',
    message: 'The server of this restaurant keeps another chatbot than this version knows',
  },
} as const;

/** A server that has only the specified calls may answer with other fields. */
async function checked(request: Promise<Result<Chatbot>>): Promise<Result<Chatbot>> {
  const result = await request;
  if (!result.ok) return result;
  const { data } = z.safeParse(chatbot.Chatbot, result.data);
  return data ? { ok: true, data } : foreign;
}

export const readChatbot = (signal: AbortSignal) => checked(send(chatbot.getChatbot, {}, { signal }));

/** Of what is stored on this device, to be sent when the network is there. */
export type Stored = Promise<Result<null>>;

async function stored(isHere: boolean, store: (restaurant_id: string) => unknown): Stored {
  if (!isHere) return notOffered;
  try {
    store(session.restaurant!.id);
    return { ok: true, data: null };
  } catch (fault) {
    const field_errors = fieldFaults(fault);
    if (!field_errors) throw fault;
    const error = { code: 'invalid_fields', message: 'Check the marked fields', field_errors };
    return { ok: false, kind: 'refused', status: 422, error };
  }
}

interface RestaurantFields {
  restaurant_name: string;
  full_address: string;
  postal_code: string;
}

/** Of a form only what was changed, so that another device's edit of the rest stays. */
export const changedOf = <T extends object>(fields: T, saved: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(saved[name as keyof T])),
  ) as Partial<T>; // fields of it

export const saveRestaurant = (body: Partial<RestaurantFields>): Stored =>
  stored(isOffered(mutations.saveRestaurant.call), (restaurant_id) =>
    mutate(mutations.saveRestaurant, { body: { restaurant_id, ...body } }),
  );

interface ContactFields {
  business_telephone: string;
  kitchen_telephone: string;
  restaurant_email: string;
  website_url: string;
}

export const saveContacts = (body: Partial<ContactFields>): Stored =>
  stored(isOffered(mutations.saveContacts.call), (restaurant_id) =>
    mutate(mutations.saveContacts, { body: { restaurant_id, ...body } }),
  );

/** Saved again under its name, a partner keeps its id. */
export const savePartner = (
  body: { partner_name: string; partner_url: string },
  present: Chatbot['delivery_partners'],
): Stored =>
  stored(isOffered(mutations.saveDeliveryPartner.call), (restaurant_id) =>
    mutate(mutations.saveDeliveryPartner, {
      body: {
        restaurant_id,
        id: present.find(({ partner_name }) => foldName(partner_name) === foldName(body.partner_name))?.id ?? newId(),
        ...body,
      },
    }),
  );

export const removePartner = (partner: string): Stored =>
  stored(isOffered(mutations.removeDeliveryPartner.call), (restaurant_id) =>
    mutate(mutations.removeDeliveryPartner, { path: { partner }, body: { restaurant_id } }),
  );

/** The bytes first: a mutation that names them is sent when they are at the server. */
export async function savePicture(parts: readonly Part[]): Stored {
  const kept = await keepFile(currentStore(), [...parts]);
  if (kept.kind !== 'kept') {
    const message = 'This device has no room for more pictures. Send what is waiting first';
    return { ok: false, kind: 'refused', status: 507, error: { code: 'disk_full', message } };
  }
  return stored(isOffered(mutations.saveFiles.call), (restaurant_id) =>
    mutate(mutations.saveFiles, {
      body: { restaurant_id, upload_profile_pic_url: imageUrlOf(restaurant_id, kept.id) },
    }),
  );
}

export const removePicture = (): Stored =>
  stored(isOffered(mutations.saveFiles.call), (restaurant_id) =>
    mutate(mutations.saveFiles, { body: { restaurant_id, upload_profile_pic_url: null } }),
  );

export const saveFile = (file_upload_url: string): Stored =>
  stored(isOffered(mutations.saveFiles.call), (restaurant_id) =>
    mutate(mutations.saveFiles, { body: { restaurant_id, file_upload_url } }),
  );

export const saveHours = (days: OpeningHours['days']): Stored =>
  stored(isOffered(mutations.saveHours.call), (restaurant_id) =>
    mutate(mutations.saveHours, { body: { restaurant_id, days } }),
  );

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
export const saveManaged = (body: Managed): Stored =>
  stored(isOffered(mutations.manage.call), (restaurant_id) =>
    mutate(mutations.manage, { body: { restaurant_id, ...body } }),
  );

export const skipStep = (skipped_step: ChatbotStep): Stored =>
  stored(isOffered(mutations.manage.call), (restaurant_id) =>
    mutate(mutations.manage, { body: { restaurant_id, skipped_step } }),
  );

export const readSourcesAgain = () => checked(send(chatbot.readAgain, { body: {} }));

export const askBot = (message: string) => send(chatbot.testChat, { body: { message } });
