import { area } from '../area.ts';
import { routes } from './routes.ts';

export const delivery = area({
  name: 'delivery',
  handlers: routes,
  tables: {
    delivery_locations: { key: 'id', isImported: true },
  },
});
