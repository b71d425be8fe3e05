import { area } from '../area.ts';
import { routes } from './routes.ts';

export const inventory = area({ name: 'inventory', handlers: routes });
