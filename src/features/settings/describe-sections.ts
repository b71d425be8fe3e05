import { setStatus as setChannelStatus } from '../../../contract/channels/calls.ts';
import * as chatbotCalls from '../../../contract/chatbot/calls.ts';
import { saveNotifications } from '../../../contract/settings/notification-calls.ts';
import * as websiteCalls from '../../../contract/website/calls.ts';
import type { DeadLetter, OutboxEntry } from '../../data/db.ts';
import { lostFields, lostPart } from '../../data/lost-fields.ts';
import { standingWords } from '../../lib/standing-words.ts';
import { links } from '../../links.ts';
import type { Described, Refusal } from '../../ui/described.ts';

/** What a save is about, and the words for its fields. Fields without words are not named. */
interface Section extends Pick<Described, 'place' | 'icon'> {
  what: string;
  href: string;
  fields?: Record<string, string>;
}

const chatbot = { what: 'Chatbot', place: 'Chatbot', icon: 'chat', href: links.chatbotManage() } as const;
const setup = { ...chatbot, what: 'Chatbot set-up', href: links.chatbotSetup() };
const restaurant = { restaurant_name: 'restaurant name', full_address: 'address', postal_code: 'postcode' };

const website = { what: 'Website', place: 'Website', icon: 'menu', href: links.website() } as const;

const sections: Record<string, Section> = {
  [websiteCalls.saveBasicInfo.name]: {
    ...website,
    fields: {
      restaurant_name: 'restaurant name',
      phone_number: 'telephone',
      email: 'e-mail address',
      short_description: 'description',
      address: 'address',
    },
  },
  [websiteCalls.saveRestaurantType.name]: { ...website, fields: { restaurant_type: 'type of restaurant' } },
  [websiteCalls.saveImages.name]: { ...website, fields: { logo_url: 'logo', cover_image_url: 'cover image' } },
  [websiteCalls.saveThemeColors.name]: { ...website, fields: { theme: 'theme', theme_colors: 'colours' } },
  [websiteCalls.saveOrderTypes.name]: {
    ...website,
    what: 'Order types',
    fields: {
      is_order_type_pickup: 'pickup',
      is_order_type_delivery: 'delivery',
      is_order_type_dine_in: 'dine-in',
      is_order_type_catering: 'catering',
      is_order_type_reservation: 'reservations',
    },
  },
  [websiteCalls.saveOpeningHours.name]: { ...website, what: 'Opening hours' },
  [websiteCalls.saveExtraPages.name]: {
    ...website,
    fields: {
      is_about_page_enabled: 'about page',
      about_page_content: 'about page',
      is_contact_page_enabled: 'contact page',
      contact_page_content: 'contact page',
      social_media_links: 'links',
    },
  },
  [websiteCalls.publish.name]: { ...website, fields: { is_published: 'whether customers see it' } },
  [chatbotCalls.saveRestaurant.name]: { ...setup, fields: restaurant },
  [chatbotCalls.saveContacts.name]: {
    ...setup,
    fields: {
      business_telephone: 'business telephone',
      kitchen_telephone: 'kitchen telephone',
      restaurant_email: 'e-mail address',
      website_url: 'website',
    },
  },
  [chatbotCalls.saveDeliveryPartner.name]: { ...setup, fields: { partner_url: 'delivery partner' } },
  [chatbotCalls.removeDeliveryPartner.name]: { ...setup, what: 'Delivery partners of the chatbot' },
  [chatbotCalls.saveFiles.name]: {
    ...setup,
    fields: { upload_profile_pic_url: 'picture', file_upload_url: 'file' },
  },
  [chatbotCalls.saveHours.name]: { ...setup, what: 'Opening hours' },
  [chatbotCalls.manage.name]: {
    ...chatbot,
    fields: {
      is_enabled: 'answering customers',
      answers_when: 'when it answers',
      greeting: 'greeting',
      tone: 'tone',
      languages: 'languages',
      faqs: 'questions and answers',
      payment_methods: 'ways to pay',
      takes_orders: 'orders',
      takes_reservations: 'reservations',
      skipped_step: 'set-up',
    },
  },
  [setChannelStatus.name]: {
    what: 'Channel',
    place: 'Channels',
    icon: 'chat',
    href: links.channels(),
    fields: { status: 'paused or resumed' },
  },
  [saveNotifications.name]: {
    what: 'Notifications',
    place: 'Settings',
    icon: 'bell',
    href: links.settings({ tab: 'notifications' }),
    fields: {
      events: 'events',
      sound: 'sound',
      volume: 'volume',
      repeat_seconds: 'ringing',
      repeat_until_answered: 'ringing',
      quiet_hours: 'quiet hours',
      escalate_after_seconds: 'waiting time',
      weekly_report: 'weekly report',
    },
  },
};

/** Is it a save of a section that has no words of its own elsewhere? */
export const isSection = ({ call }: Pick<OutboxEntry, 'call'>): boolean => call in sections;

/** "Notifications changed: sound, volume". */
export function describeSection({ call, body }: Pick<OutboxEntry, 'call' | 'body'>): Described {
  const { what, place, icon, href, fields = {} } = sections[call]!;
  const named = namesOf(body, fields);
  return {
    title: `${what} changed${named && `: ${named}`}`,
    subject: named ? `${what}, ${named}` : what,
    place,
    icon,
    href,
  };
}

export function describeSectionRefusal(deadLetter: DeadLetter, timezone: string, now: number): Refusal {
  const { what, href, fields = {} } = sections[deadLetter.entry.call]!;
  const mend = { words: `Open ${what.toLowerCase()}`, href };
  if (deadLetter.reason === 'superseded') {
    const { standing } = lostFields(deadLetter) ?? {};
    const lost = namesOf(lostPart(deadLetter), fields);
    const why = standing
      ? standingWords(standing, deadLetter.entry.occurredAt, timezone, now)
      : 'Another device changed it too. What was changed last stands.';
    return {
      why: lost ? `${why} This is about: ${lost}.` : why,
      pair: null,
      restoreLabel: 'Restore yours',
      keepLabel: 'Keep theirs',
      mend,
    };
  }
  const [fault] = Object.values(deadLetter.error?.field_errors ?? {});
  return {
    why: fault
      ? `The server refused it: ${fault}. Nothing has changed.`
      : 'The server refused this change. Nothing has changed.',
    pair: null,
    restoreLabel: deadLetter.error?.code === 'internal' ? 'Try again' : null,
    keepLabel: 'Understood',
    mend,
  };
}

const namesOf = (body: Record<string, unknown>, fields: Record<string, string>) =>
  [...new Set(Object.keys(body).flatMap((field) => fields[field] ?? []))].join(', ');
