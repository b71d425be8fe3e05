import { sampleOf, type Sample } from '../sample.ts';
import * as chatbot from './calls.ts';

const ofRestaurant = { foreignRows: 'not_found' } as const;

export const samples: Sample[] = [
  sampleOf(chatbot.getChatbot, () => ({})),
  sampleOf(
    chatbot.saveRestaurant,
    ({ restaurantId }) => ({
      body: {
        restaurant_id: restaurantId,
        restaurant_name: 'The Anchor',
        full_address: '1 Harbour Street',
        postal_code: 'SE1 2AB',
      },
    }),
    ofRestaurant,
  ),
  sampleOf(
    chatbot.saveContacts,
    ({ restaurantId }) => ({
      body: {
        restaurant_id: restaurantId,
        business_telephone: '',
        kitchen_telephone: '',
        restaurant_email: 'hello@anchor.test',
        website_url: '',
      },
    }),
    ofRestaurant,
  ),
  sampleOf(
    chatbot.saveDeliveryPartner,
    ({ restaurantId, newId }) => ({
      body: {
        restaurant_id: restaurantId,
        id: newId(),
        partner_name: 'Swift Couriers',
        partner_url: 'https://swift.example/anchor',
      },
    }),
    ofRestaurant,
  ),
  sampleOf(
    chatbot.removeDeliveryPartner,
    ({ restaurantId, newId }) => ({ path: { partner: newId() }, body: { restaurant_id: restaurantId } }),
    ofRestaurant,
  ),
  sampleOf(
    chatbot.saveFiles,
    ({ restaurantId }) => ({ body: { restaurant_id: restaurantId, file_upload_url: '' } }),
    ofRestaurant,
  ),
  sampleOf(
    chatbot.saveHours,
    ({ restaurantId }) => ({
      body: {
        restaurant_id: restaurantId,
        days: [{ weekday: 1, is_open: true, periods: [{ open_time: '10:00', close_time: '22:00' }] }],
      },
    }),
    ofRestaurant,
  ),
  sampleOf(
    chatbot.manage,
    ({ restaurantId, newId }) => ({
      body: {
        restaurant_id: restaurantId,
        greeting: 'Welcome aboard',
        faqs: [{ id: newId(), q: 'Is there parking?', a: 'Yes' }],
      },
    }),
    ofRestaurant,
  ),
  sampleOf(chatbot.listUnanswered, () => ({})),
  sampleOf(chatbot.readAgain, () => ({ body: {} })),
  sampleOf(chatbot.testChat, () => ({ body: { message: 'Are you open?' } })),
];
