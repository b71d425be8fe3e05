import * as z from 'zod/mini';
import { call, online, queue, read } from '../call.ts';
import { Choices, MessageText } from '../chats/calls.ts';
import { Id, Instant, mergedFields, text, trimmedText, Email } from '../fields.ts';
import { IMAGE_LIMITS, IMAGE_WIDTHS, ImageUrl } from '../files/images.ts';
import { ADDRESS_MAX, FORM_BYTES, PHONE_MAX, POSTAL_CODE_MAX, RESTAURANT_NAME_MAX } from '../limits.ts';
import { OpeningHours } from '../restaurant/rows.ts';
import { chatbotLanguages, ChatbotStep, chatbotTimes, chatbotTones, chosenFields } from './rows.ts';

export const WEB_ADDRESS_MAX = 500;
export const GREETING_MAX = 500;
export const FAQS_MAX = 100;
export const QUESTION_MAX = 300;
export const PARTNERS_MAX = 20;
/** Messages before one of the test chat, and of each its start: as many as a form may have bytes. */
export const EARLIER_MAX = 10;
export const EARLIER_LENGTH = 400;

/** Empty: none. Whether it may be fetched, the server decides. */
const WebAddress = z
  .string()
  .check(
    z.trim(),
    z.maxLength(WEB_ADDRESS_MAX),
    z.regex(/^(?:https?:\/\/[^\s/]\S*)?$/i, 'Enter a web address such as https://example.com'),
  );

/** What the bot has read of an address of the owner's, and when. */
export const Knowledge = z.object({
  source: z.enum(['website', 'file']),
  url: z.string(),
  status: z.enum(['read', 'failed']),
  /** Why it failed, in words. */
  error: z.nullable(z.string()),
  title: z.string(),
  passages: z.int(),
  fetched_at: Instant,
});

/**
 * The chatbot record, and additions to it. Name, e-mail, telephones, address and hours are those of the
 * restaurant.
 */
export const Chatbot = z.object({
  is_chatbot_created: z.boolean(),
  restaurant_name: z.string(),
  restaurant_email: z.string(),
  business_telephone: z.nullable(z.string()),
  kitchen_telephone: z.nullable(z.string()),
  address: z.array(z.string()),
  postal_code: z.nullable(z.string()),
  working_hours: OpeningHours,
  timezone: z.string(),
  ...chosenFields,
  knowledge: z.array(Knowledge),
  /** How many records it can look up, by kind. */
  knows: z.object({
    dishes: z.int(),
    delivery_areas: z.int(),
    days_with_hours: z.int(),
    faqs: z.int(),
    passages: z.int(),
  }),
  /** `model`: a language model is configured on this server, whose answers are checked against the records. */
  answered_by: z.enum(['records', 'model']),
  /** What the model has used today, and its bound; beyond it the guide goes on. Null: there is none. */
  model_usage: z.nullable(z.object({ tokens_today: z.int(), tokens_max: z.int() })),
  updated_at: z.nullable(Instant),
});
export type Chatbot = z.infer<typeof Chatbot>;

export const getChatbot = call('chatbot.get', 'GET', '/chatbot', {
  access: 'chats.setup',
  offline: read,
  reply: Chatbot,
  summary: 'The chatbot and what it knows',
});

/** First step of the set-up: creates the chatbot and changes the restaurant's own name and address. What is missing stays. */
export const saveRestaurant = call('chatbot.saveRestaurant', 'POST', '/chatbot', {
  access: 'chats.setup',
  offline: queue('never'),
  body: z.strictObject({
    restaurant_name: z.optional(trimmedText(RESTAURANT_NAME_MAX)),
    full_address: z.optional(trimmedText(ADDRESS_MAX)),
    postal_code: z.optional(text(POSTAL_CODE_MAX)),
    ...mergedFields,
  }),
  reply: Chatbot,
  summary: 'Create the chatbot: restaurant and address',
});

/** Changes the restaurant's own contacts. What is missing stays. The website is read in the background. */
export const saveContacts = call('chatbot.saveContacts', 'POST', '/chatbot/contacts', {
  access: 'chats.setup',
  offline: queue('never'),
  body: z.strictObject({
    business_telephone: z.optional(text(PHONE_MAX)),
    kitchen_telephone: z.optional(text(PHONE_MAX)),
    restaurant_email: z.optional(Email),
    website_url: z.optional(WebAddress),
    ...mergedFields,
  }),
  reply: Chatbot,
  summary: 'Save the contacts of the chatbot',
});

/** One partner is added, or another address saved for it. */
export const saveDeliveryPartner = call('chatbot.saveDeliveryPartner', 'POST', '/chatbot/deliverypartner', {
  access: 'chats.setup',
  offline: queue('never'),
  body: z.strictObject({
    partner_name: trimmedText(80),
    partner_url: WebAddress.check(z.minLength(1, 'Enter a web address such as https://example.com')),
    /** Of a new partner; made by the device. */
    id: z.optional(Id),
    ...mergedFields,
  }),
  reply: Chatbot,
  summary: 'Save a delivery partner of the chatbot',
});

/** `partner`: its id. One that is gone already is no error. */
export const removeDeliveryPartner = call(
  'chatbot.removeDeliveryPartner',
  'DELETE',
  '/chatbot/deliverypartner/{partner}',
  {
    access: 'chats.setup',
    offline: queue('never'),
    body: z.strictObject(mergedFields),
    isBodyOptional: true,
    reply: Chatbot,
    addition: true,
    summary: 'Remove a delivery partner of the chatbot',
  },
);

const Widths = z
  .array(z.string().check(z.minLength(1), z.maxLength(Math.ceil(IMAGE_LIMITS.fileBytes / 3) * 4)))
  .check(z.minLength(IMAGE_WIDTHS.length), z.maxLength(IMAGE_WIDTHS.length));

/** One part for each of IMAGE_WIDTHS, in that order. What is missing stays. The file is read in the background. */
export const saveFiles = call('chatbot.saveFiles', 'POST', '/chatbot/files', {
  access: 'chats.setup',
  offline: queue('never'),
  isMultipart: true,
  bodyLimit: IMAGE_WIDTHS.length * IMAGE_LIMITS.fileBytes + 16 * 1024,
  body: z.strictObject({
    upload_profile_pic: z.optional(Widths),
    remove_profile_pic: z.optional(z.enum(['yes'])),
    /** In place of the parts: an image that is at the server. Null removes it. */
    upload_profile_pic_url: z.optional(z.nullable(ImageUrl)),
    file_upload_url: z.optional(WebAddress),
    ...mergedFields,
  }),
  reply: Chatbot,
  addition: true,
  summary: 'Save the picture and the file of the chatbot',
});

/** Changes the restaurant's opening hours. Without `exceptions`, these stay. */
export const saveHours = call('chatbot.saveHours', 'POST', '/chatbot/hours', {
  access: 'chats.setup',
  offline: queue('never'),
  bodyLimit: 64 * 1024,
  body: z.strictObject({
    days: OpeningHours.shape.days,
    exceptions: z.optional(OpeningHours.shape.exceptions),
    ...mergedFields,
  }),
  reply: Chatbot,
  addition: true,
  summary: 'Save the opening hours',
});

/** Fields that are missing stay. `skipped_step`: a step of the set-up that the owner leaves empty. */
export const manage = call('chatbot.manage', 'POST', '/chatbot/manage', {
  access: 'chats.setup',
  offline: queue('never'),
  bodyLimit: 256 * 1024,
  body: z.strictObject({
    is_enabled: z.optional(z.boolean()),
    answers_when: z.optional(z.enum(chatbotTimes)),
    greeting: z.optional(text(GREETING_MAX).check(z.trim())),
    tone: z.optional(z.enum(chatbotTones)),
    languages: z.optional(
      z
        .array(z.enum(chatbotLanguages))
        .check(z.minLength(1, 'Choose at least one language'), z.maxLength(chatbotLanguages.length)),
    ),
    faqs: z.optional(
      z
        .array(z.strictObject({ q: trimmedText(QUESTION_MAX), a: trimmedText(1000), id: z.optional(Id) }))
        .check(z.maxLength(FAQS_MAX)),
    ),
    payment_methods: z.optional(z.array(trimmedText(40)).check(z.maxLength(20))),
    takes_reservations: z.optional(z.boolean()),
    takes_orders: z.optional(z.boolean()),
    skipped_step: z.optional(ChatbotStep),
    ...mergedFields,
  }),
  reply: Chatbot,
  addition: true,
  summary: 'Turn the chatbot on or off, and change what it says and knows',
});

/** Questions of the last days that the bot did not answer, the newest first; equal ones are one. */
export const UNANSWERED_DAYS = 7;
export const UNANSWERED_MAX = 50;

export const listUnanswered = call('chatbot.listUnanswered', 'GET', '/chatbot/unanswered', {
  access: 'chats.setup',
  offline: read,
  reply: z.array(
    z.object({
      /** Of the newest message that asks it. */
      id: Id,
      question: z.string(),
      times: z.int(),
      asked_at: Instant,
    }),
  ),
  addition: true,
  summary: 'What the chatbot could not answer in the last 7 days',
});

const setUp = online('chatbot');

/** Reads the website and the file once more, in the background. */
export const readAgain = call('chatbot.readAgain', 'POST', '/chatbot/read-again', {
  access: 'chats.setup',
  offline: setUp,
  body: z.strictObject({}),
  isBodyOptional: true,
  reply: Chatbot,
  addition: true,
  summary: 'Read the website and the file again',
});

/**
 * The owner tries the bot: it answers as it would a new customer, and nobody else sees it. Messages with one `conversation_id` are one chat, in
 * which an order or a reservation can be tried up to its last step; nothing is ordered or booked. `choice_id`: of a choice that was pressed,
 * whose title is the message; `start`: how a chat begins.
 */
export const testChat = call('chatbot.testChat', 'POST', '/chatbot/chat', {
  access: 'chats.setup',
  offline: setUp,
  body: z.strictObject({
    message: MessageText,
    conversation_id: z.optional(Id),
    choice_id: z.optional(text(200)),
    /** What was said before it, oldest first. `choice_id`: of a choice, whose title is the message. */
    earlier: z.optional(
      z
        .array(
          z.strictObject({
            author: z.enum(['customer', 'bot']),
            message: text(EARLIER_LENGTH),
            choice_id: z.optional(text(200)),
          }),
        )
        .check(z.maxLength(EARLIER_MAX)),
    ),
  }),
  bodyLimit: FORM_BYTES,
  reply: z.object({
    response: z.string(),
    choices: z.optional(Choices),
    /** A customer's chat would have been flagged for a person. */
    escalated: z.boolean(),
    source: z.enum(['records', 'model']),
  }),
  summary: 'Try the chatbot',
});
