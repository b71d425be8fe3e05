import { area } from '../area.ts';

export const restaurants = area({
  name: 'restaurants',
  tables: {
    restaurants: { key: 'id', isImported: true },
    // The own domain has to be proved again; uploads and deletions are about this account.
    restaurant_settings: {
      key: 'name',
      where:
        "name LIKE 'website\\_%' AND name NOT IN ('website_domain', 'website_publication') OR name IN ('chatbot', 'chatbot_knowledge')",
      isImported: true,
    },
  },
});
