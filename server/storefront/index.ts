import { area } from '../area.ts';
import { routes } from './routes.ts';

export const storefront = area({ name: 'storefront', handlers: routes });
