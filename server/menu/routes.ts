import type { Handler } from '../pipeline/handler.ts';
import { routes as books } from './books.ts';
import { routes as categories } from './categories.ts';
import { routes as items } from './items.ts';

export const routes: Handler[] = [...books, ...categories, ...items];
