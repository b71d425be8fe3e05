import type { Handler } from '../pipeline/handler.ts';
import { routes as books } from './books.ts';
import { routes as bulk } from './bulk.ts';
import { routes as categories } from './categories.ts';
import { routes as groups } from './groups.ts';
import { routes as items } from './items.ts';
import { routes as order } from './reorder.ts';
import { routes as restore } from './restore.ts';
import { routes as upload } from './upload/routes.ts';

export const routes: Handler[] = [
  ...books,
  ...categories,
  ...items,
  ...bulk,
  ...groups,
  ...order,
  ...restore,
  ...upload,
];
