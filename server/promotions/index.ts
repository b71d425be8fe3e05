import { area } from '../area.ts';
import { routes } from './routes.ts';

export const promotions = area({ name: 'promotions', handlers: routes });
