import { seed } from '../seed.ts';
import { made, OWN, ownImage, type Sample, type Step } from './sample.ts';

const save = (section: string, body: object): Step => ({
  call: `website.${section}`,
  body: { restaurant_id: OWN, ...body },
});

export const website: Record<string, Sample[]> = {
  'website.saveImages': [
    {
      does: 'both images, then none of one',
      steps: [
        save('saveImages', { logo_url: ownImage(seed.photos[0]), cover_image_url: ownImage(seed.photos[1]) }),
        save('saveImages', { logo_url: null }),
      ],
    },
    {
      does: 'an image that is not there',
      steps: [save('saveImages', { logo_url: ownImage(made(9)) })],
      refused: 'file_missing',
    },
  ],
  'website.saveThemeColors': [
    {
      does: 'a dark theme, one colour after the other',
      steps: [
        save('saveThemeColors', {
          theme: 'dark',
          theme_colors: { primary: '#8AB4F8', background: '#14171C', text: '#F2F2F2' },
        }),
        save('saveThemeColors', { theme_colors: { text: '#FFFFFF' } }),
      ],
    },
    {
      does: 'colours that are hard to read',
      steps: [save('saveThemeColors', { theme_colors: { text: '#EEEEEE' } })],
      refused: 'invalid_fields',
    },
  ],
  'website.saveOrderTypes': [
    {
      does: 'one kind more and one less',
      steps: [save('saveOrderTypes', { is_order_type_catering: true, is_order_type_pickup: false })],
    },
  ],
  'website.saveExtraPages': [
    {
      does: 'a page and two links, one of which goes again',
      steps: [
        save('saveExtraPages', {
          is_about_page_enabled: true,
          about_page_content: 'Since 1998',
          social_media_links: {
            instagram: 'https://www.instagram.com/the.anchor',
            facebook: 'https://www.facebook.com/the.anchor',
          },
        }),
        save('saveExtraPages', { social_media_links: { facebook: '' } }),
      ],
    },
    {
      does: 'a page without a text',
      steps: [save('saveExtraPages', { is_contact_page_enabled: true })],
      refused: 'invalid_fields',
    },
  ],
  'website.publish': [
    {
      does: 'published and taken back',
      steps: [
        save('publish', { is_published: true }),
        save('publish', { is_published: true }),
        save('publish', { is_published: false }),
      ],
    },
    { does: 'published', steps: [save('publish', { is_published: true })] },
  ],
};
