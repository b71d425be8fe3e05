import { area } from '../area.ts';
import { routes } from './routes.ts';

export const inventory = area({
  name: 'inventory',
  handlers: routes,
  tables: {
    inventory_items: { key: 'id', isImported: true },
    inventory_movements: { key: 'id', isImported: true },
  },
});
