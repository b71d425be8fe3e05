import * as z from 'zod/mini';
import { Chatbot, Knowledge } from '../../contract/chatbot/calls.ts';
import { ImageUrl } from '../../contract/files/images.ts';
import { WebsiteSetup } from '../../contract/website/calls.ts';
import { newId } from '../platform/ids.ts';
import { ImportFault } from './import-fault.ts';

type Row = Record<string, unknown>;

export interface ImportInto {
  userId: string;
  /** ISO. */
  at: string;
}

/**
 * A row of a file as it may be stored here. A file can be made by anybody, so nothing in it may move money, prove an address, reach a
 * provider or write to a customer.
 */
export function adaptRow(table: string, row: Row, into: ImportInto): Row {
  const adapt = adaptations[table];
  return adapt ? adapt(row, into) : row;
}

const withImages = (row: Row): Row => {
  const images = [row.image_url, ...(Array.isArray(row.images) ? (row.images as unknown[]) : [])];
  if (images.some((url) => url !== null && url !== undefined && !ImageUrl.safeParse(url).success))
    throw new ImportFault('The file names an image that is not one of Galley.');
  return row;
};

/**
 * Nobody here was asked for an answer: an order that waits for one goes on waiting, and is neither escalated nor rejected for the guest of
 * the former account. Its event keeps devices from ringing.
 */
const withoutAlarm = (row: Row, { at }: ImportInto): Row =>
  row.order_status === 'pending'
    ? {
        ...row,
        answer_by_at: null,
        acknowledged_by_device_ids: [newId(new Date(at))],
        events: [
          ...listOf(row.events),
          {
            id: newId(new Date(at)),
            type: 'imported',
            from: null,
            to: null,
            at,
            arrived_at: at,
            actor: { kind: 'system', id: null, name: 'Galley' },
            device_name: null,
            note: null,
            was_offline: false,
          },
        ],
      }
    : row;

const adaptations: Partial<Record<string, (row: Row, into: ImportInto) => Row>> = {
  // The former one may still take orders. Its owner switches this one on.
  restaurants: (row, { at }) => ({
    ...row,
    ordering_status: 'paused',
    ordering_paused_until: null,
    ordering_pause_reason: null,
    ordering_changed_at: at,
    ordering_op_id: null,
  }),
  orders: withoutAlarm,
  menu_books: withImages,
  menu_categories: withImages,
  menu_items: withImages,
  promotions: withImages,
  // No provider here knows it, so refunds are given and recorded by hand.
  payments: (row) => ({
    ...row,
    provider: 'manual',
    provider_reference: null,
    receipt_url: null,
    payment_status: ['pending', 'authorized'].includes(String(row.payment_status)) ? 'cancelled' : row.payment_status,
    refunds: listOf(row.refunds).map((refund) => ({
      ...refund,
      provider_reference: null,
      refund_status: refund.refund_status === 'pending' ? 'failed' : refund.refund_status,
    })),
  }),
  // The wallet stays with the account that earned it: the same money must not be paid out twice.
  ledger_entries: (row) => ({
    ...row,
    withdrawal_id: null,
    account: ['till', 'sales', 'tips'].includes(String(row.account)) ? row.account : 'imported',
  }),
  // The account that the file comes from reminds the guests.
  reservations: (row, { at }) => ({ ...row, reminder_sent_at: row.reminder_sent_at ?? at }),
  chat_messages: (row) =>
    ['queued', 'sending'].includes(String(row.delivery_status))
      ? { ...row, delivery_status: 'failed', failure_code: 'undeliverable' }
      : row,
  chat_files: (row) => ({ ...row, media_id: null }),
  notification_preferences: (row, { userId }) => ({ ...row, user_id: userId }),
  notifications: (row) => {
    if (row.url !== null && !(typeof row.url === 'string' && /^\/(?![/\\])/.test(row.url)))
      throw new ImportFault('A notification in the file has a link to elsewhere.');
    return row;
  },
  restaurant_settings: (row) => {
    const schema = settings[String(row.name)];
    if (!schema?.safeParse(row.value).success)
      throw new ImportFault(`The settings “${String(row.name).slice(0, 40)}” in the file cannot be read.`);
    return row;
  },
};

const listOf = (value: unknown): Row[] => (Array.isArray(value) ? (value as Row[]) : []);

const isWebAddress = z.refine<string>((url) => /^https?:\/\//i.test(url), 'Not a web address');
const WebAddress = z.string().check(isWebAddress);

/** What each part of the settings may hold. */
const settings: Record<string, z.ZodMiniType> = {
  website_basic_info: z.strictObject({ short_description: z.string() }),
  website_restaurant_type: z.strictObject({ restaurant_type: WebsiteSetup.shape.restaurant_type }),
  website_images: z.strictObject({ logo: z.nullable(ImageUrl), cover_image: z.nullable(ImageUrl) }),
  website_theme_colors: z.strictObject({
    theme: WebsiteSetup.shape.theme,
    theme_colors: WebsiteSetup.shape.theme_colors,
  }),
  website_extra_pages: z.strictObject({
    is_about_page_enabled: z.boolean(),
    about_page_content: z.string(),
    is_contact_page_enabled: z.boolean(),
    contact_page_content: z.string(),
    social_media_links: WebsiteSetup.shape.social_media_links,
  }),
  chatbot: z.partial(
    z.strictObject({
      is_created: z.boolean(),
      created_at: Chatbot.shape.created_at,
      completed_steps: Chatbot.shape.completed_steps,
      website_url: z.nullable(WebAddress),
      file_upload_url: z.nullable(WebAddress),
      upload_profile_pic: z.nullable(ImageUrl),
      delivery_partners: z.array(z.object({ id: z.uuid(), partner_name: z.string(), partner_url: WebAddress })),
      is_enabled: z.boolean(),
      answers_when: Chatbot.shape.answers_when,
      greeting: z.string(),
      tone: Chatbot.shape.tone,
      languages: Chatbot.shape.languages,
      faqs: Chatbot.shape.faqs,
      payment_methods: z.array(z.string()),
      takes_reservations: z.boolean(),
      takes_orders: z.boolean(),
    }),
  ),
  chatbot_knowledge: z.strictObject({
    sources: z.array(z.object({ ...Knowledge.shape, url: WebAddress, texts: z.array(z.string()) })),
  }),
};
