import { area } from '../area.ts';
import { systemRoutes } from './routes.ts';

export const system = area({ name: 'system', handlers: systemRoutes });
