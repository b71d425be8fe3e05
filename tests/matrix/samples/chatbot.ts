import { seed } from '../seed.ts';
import { made, OWN, ownImage, type Sample, type Step } from './sample.ts';

const ofOwn = { restaurant_id: OWN };
const partner = (n: number, partner_name: string, address = partner_name.toLowerCase()): Step => ({
  call: 'chatbot.saveDeliveryPartner',
  body: { ...ofOwn, id: made(n), partner_name, partner_url: `https://${address}.example/anchor` },
});
const create: Step = {
  call: 'chatbot.saveRestaurant',
  body: { ...ofOwn, restaurant_name: 'The Anchor', full_address: '1 Harbour Street', postal_code: '' },
};

export const chatbot: Record<string, Sample[]> = {
  'chatbot.saveDeliveryPartner': [
    {
      does: 'two partners, one of them again',
      steps: [partner(1, 'Swift'), partner(2, 'Bolt'), partner(1, 'SWIFT', 'new')],
    },
  ],
  'chatbot.removeDeliveryPartner': [
    {
      does: 'one of two partners',
      steps: [
        partner(1, 'Swift'),
        partner(2, 'Bolt'),
        { call: 'chatbot.removeDeliveryPartner', path: { partner: made(1) }, body: ofOwn },
      ],
    },
    {
      does: 'a partner that is gone',
      steps: [{ call: 'chatbot.removeDeliveryPartner', path: { partner: made(1) }, body: ofOwn }],
    },
  ],
  'chatbot.saveFiles': [
    {
      does: 'a picture and a file',
      steps: [
        {
          call: 'chatbot.saveFiles',
          body: {
            ...ofOwn,
            upload_profile_pic_url: ownImage(seed.photos[0]),
            file_upload_url: 'https://anchor.example/about.pdf',
          },
        },
      ],
    },
    {
      does: 'an image that is not there',
      steps: [{ call: 'chatbot.saveFiles', body: { ...ofOwn, upload_profile_pic_url: ownImage(made(9)) } }],
      refused: 'file_missing',
    },
  ],
  'chatbot.manage': [
    {
      does: 'on, with what it says and knows',
      steps: [
        create,
        {
          call: 'chatbot.manage',
          body: {
            ...ofOwn,
            is_enabled: true,
            greeting: ' Welcome aboard ',
            tone: 'brief',
            languages: ['en', 'fr'],
            faqs: [{ id: made(1), q: 'Is there parking?', a: 'Yes' }],
            takes_orders: true,
            answers_when: 'closed',
          },
        },
        { call: 'chatbot.manage', body: { ...ofOwn, skipped_step: 'files' } },
      ],
    },
    {
      does: 'on, before it is set up',
      steps: [{ call: 'chatbot.manage', body: { ...ofOwn, is_enabled: true } }],
      refused: 'invalid_fields',
    },
  ],
};
