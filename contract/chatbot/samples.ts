import { sampleOf, type Sample } from '../sample.ts';
import * as chatbot from './calls.ts';

export const samples: Sample[] = [
  sampleOf(chatbot.getChatbot, () => ({})),
  sampleOf(chatbot.saveRestaurant, () => ({
    body: { restaurant_name: 'The Anchor', full_address: '1 Harbour Street', postal_code: 'SE1 2AB' },
  })),
  sampleOf(chatbot.saveContacts, () => ({
    body: {
      business_telephone: '',
      kitchen_telephone: '',
      restaurant_email: 'hello@anchor.test',
      website_url: '',
    },
  })),
  sampleOf(chatbot.saveDeliveryPartner, () => ({
    body: { partner_name: 'Swift Couriers', partner_url: 'https://swift.example/anchor' },
  })),
  sampleOf(chatbot.removeDeliveryPartner, ({ newId }) => ({ path: { partner: newId() } })),
  sampleOf(chatbot.saveFiles, () => ({ body: { file_upload_url: '' } })),
  sampleOf(chatbot.saveHours, () => ({
    body: { days: [{ weekday: 1, is_open: true, periods: [{ open_time: '10:00', close_time: '22:00' }] }] },
  })),
  sampleOf(chatbot.manage, () => ({
    body: { greeting: 'Welcome aboard', faqs: [{ q: 'Is there parking?', a: 'Yes' }] },
  })),
  sampleOf(chatbot.readAgain, () => ({ body: {} })),
  sampleOf(chatbot.testChat, () => ({ body: { message: 'Are you open?' } })),
];
