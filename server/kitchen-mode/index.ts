import { area } from '../area.ts';
import { routes } from './routes.ts';

export const kitchenMode = area({ name: 'kitchen-mode', handlers: routes });
