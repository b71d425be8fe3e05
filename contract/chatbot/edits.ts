import type { Args } from '../call.ts';
import type { Restaurant } from '../restaurant/rows.ts';
import { changesOf, type Change } from '../settings/edit-settings.ts';
import type * as calls from './calls.ts';
import type { ChatbotStep } from './rows.ts';

type Body<C extends { body: unknown }> = C['body'];

const done = (step: ChatbotStep): Change => ['step', `chatbot.steps.${step}`, true];

/** What each call changes; see Change. `at`: when the person did it. */
export const restaurantChanges = (
  body: Body<Args<typeof calls.saveRestaurant>>,
  { settings }: Pick<Restaurant, 'settings'>,
  at: string,
): Change[] => [
  ...changesOf(body, '', { restaurant_name: 'name', full_address: 'address', postal_code: 'postal_code' }),
  ['step', 'chatbot.is_created', true],
  ['step', 'chatbot.created_at', settings?.chatbot.created_at ?? at],
  done('restaurant'),
];

export const contactsChanges = (body: Body<Args<typeof calls.saveContacts>>): Change[] => [
  ...changesOf(body, 'chatbot', {
    business_telephone: 'phone_number_business',
    kitchen_telephone: 'phone_number_kitchen',
    restaurant_email: 'email',
  }),
  done('contacts'),
];

/** `id`: of the partner that has this name already, or a new one. */
export const partnerChanges = ({
  id = '',
  partner_name,
  partner_url,
}: Body<Args<typeof calls.saveDeliveryPartner>>): Change[] => [
  ['partner_url', `chatbot.partners.${id}`, { id, partner_name, partner_url }],
  done('delivery_partners'),
];

export const partnerRemoval = (partner: string): Change[] => [
  ['partner', `chatbot.partners.${partner.toLowerCase()}`, null],
];

export const filesChanges = (body: Body<Args<typeof calls.saveFiles>>): Change[] => [
  ...changesOf(body, 'chatbot', {
    upload_profile_pic: '',
    remove_profile_pic: '',
    upload_profile_pic_url: 'chatbot.upload_profile_pic',
  }),
  done('files'),
];

export const hoursChanges = (body: Body<Args<typeof calls.saveHours>>): Change[] => [
  ...changesOf(body, '', { days: 'days', exceptions: 'exceptions' }),
  done('hours'),
];

export const manageChanges = ({ skipped_step, ...body }: Body<Args<typeof calls.manage>>): Change[] => [
  ...changesOf(body, 'chatbot'),
  ...(skipped_step ? [done(skipped_step)] : []),
];
