import * as z from 'zod/mini';
import { Id, Instant } from '../fields.ts';
import { ImageUrl } from '../files/images.ts';

/** The steps of the set-up, each saved on its own. */
export const chatbotSteps = ['restaurant', 'contacts', 'delivery_partners', 'files', 'hours'] as const;
export const ChatbotStep = z.enum(chatbotSteps);
export type ChatbotStep = z.infer<typeof ChatbotStep>;

/** What the bot speaks; the folders in `server/chatbot/languages` have their words. */
export const chatbotLanguages = ['en', 'es', 'fr', 'de', 'it', 'pt'] as const;
type ChatbotLanguage = (typeof chatbotLanguages)[number];
/** What a language is called, in itself or in another. */
export function nameOfLanguage(code: ChatbotLanguage, locale: string = code): string {
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(code) ?? code;
  return name.charAt(0).toUpperCase() + name.slice(1);
}
/** When it answers: always, or by the opening hours. */
export const chatbotTimes = ['always', 'open', 'closed'] as const;
export const chatbotTones = ['friendly', 'formal', 'brief'] as const;

export const ChatbotFaq = z.object({ id: Id, q: z.string(), a: z.string() });
export const ChatbotPartner = z.object({ id: Id, partner_name: z.string(), partner_url: z.string() });

/** What an owner chooses for the chatbot beside the restaurant's own fields. */
export const chosenFields = {
  created_at: z.nullable(Instant),
  completed_steps: z.array(ChatbotStep),
  website_url: z.nullable(z.string()),
  file_upload_url: z.nullable(z.string()),
  upload_profile_pic: z.nullable(ImageUrl),
  delivery_partners: z.array(ChatbotPartner),
  /** Whether it answers customers. */
  is_enabled: z.boolean(),
  answers_when: z.enum(chatbotTimes),
  /** Empty: the usual one. */
  greeting: z.string(),
  tone: z.enum(chatbotTones),
  /** Which it answers in; a question in another one gets the first. */
  languages: z.array(z.enum(chatbotLanguages)),
  faqs: z.array(ChatbotFaq),
  payment_methods: z.array(z.string()),
  /** Takes reservations in chats, as far as the restaurant takes any. */
  takes_reservations: z.boolean(),
  /** Takes orders in chats. */
  takes_orders: z.boolean(),
};

/** Devices mirror it. */
export const ChatbotSettings = z.object({ is_created: z.boolean(), ...chosenFields });
export type ChatbotSettings = z.infer<typeof ChatbotSettings>;
