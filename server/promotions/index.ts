import { area } from '../area.ts';
import { routes } from './routes.ts';

export const promotions = area({
  name: 'promotions',
  handlers: routes,
  tables: {
    promotions: { key: 'id', isImported: true },
    promotion_uses: { key: 'id', isImported: true },
  },
});
