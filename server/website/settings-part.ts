import { isDeepStrictEqual } from 'node:util';
import type { WebsiteSettings } from '../../contract/website/rows.ts';
import type { SettingsPart } from '../restaurants/owner-settings.ts';
import { savePart, toParts, type WebsiteParts } from './store.ts';

const sections = {
  basic_info: ({ short_description }) => ({ short_description }),
  restaurant_type: ({ restaurant_type }) => ({ restaurant_type }),
  images: ({ logo, cover_image }) => ({ logo, cover_image }),
  theme_colors: ({ theme, theme_colors }) => ({ theme, theme_colors }),
  extra_pages: ({
    is_about_page_enabled,
    about_page_content,
    is_contact_page_enabled,
    contact_page_content,
    social_media_links,
  }) => ({
    is_about_page_enabled,
    about_page_content,
    is_contact_page_enabled,
    contact_page_content,
    social_media_links,
  }),
  publication: ({ published_at }) => ({ published_at }),
} satisfies { [S in Exclude<keyof WebsiteParts, 'domain'>]: (website: WebsiteSettings) => WebsiteParts[S] };
const readers = Object.values(sections);

/** The website's settings: one row for each section. */
export const settingsPart: SettingsPart<'website'> = {
  key: 'website',
  read(stored) {
    const { domain: _, ...website } = toParts(stored);
    return Object.assign({}, ...Object.values(website)) as WebsiteSettings; // the fields of all sections
  },
  async save({ by, ...scope }, before, after) {
    for (const [section, read] of Object.entries(sections) as [keyof WebsiteParts, (typeof readers)[number]][])
      if (!isDeepStrictEqual(read(before), read(after)))
        await savePart(scope, section, read(after) as WebsiteParts[typeof section], by); // of this very section
  },
};
