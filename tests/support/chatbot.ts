import type { Chatbot } from '../../contract/chatbot/calls.ts';

/** A chatbot that is set up, for screens. */
export const chatbot: Chatbot = {
  is_chatbot_created: true,
  restaurant_name: 'The Anchor',
  restaurant_email: 'hello@anchor.test',
  website_url: 'https://www.anchor.example/',
  business_telephone: '+442079460018',
  kitchen_telephone: null,
  address: ['1 Harbour Street'],
  postal_code: 'SE1 2AB',
  upload_profile_pic: null,
  file_upload_url: null,
  delivery_partners: [
    {
      id: '00000000-0000-7000-8000-000000000001',
      partner_name: 'Swift Couriers',
      partner_url: 'https://swift.example/anchor',
    },
  ],
  working_hours: {
    days: [{ weekday: 1, is_open: true, periods: [{ open_time: '11:00', close_time: '22:00' }] }],
    exceptions: [],
  },
  timezone: 'Europe/London',
  completed_steps: ['restaurant'],
  is_enabled: true,
  answers_when: 'always',
  greeting: '',
  tone: 'friendly',
  languages: ['en', 'fr'],
  faqs: [],
  payment_methods: ['cash'],
  takes_reservations: true,
  takes_orders: false,
  knowledge: [],
  knows: { dishes: 3, delivery_areas: 1, days_with_hours: 7, faqs: 0, passages: 0 },
  answered_by: 'records',
  model_usage: null,
  created_at: '2026-11-20T18:00:00.000Z',
  updated_at: '2026-11-20T18:00:00.000Z',
};
