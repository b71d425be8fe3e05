import { area } from '../area.ts';
import type { Handler } from '../pipeline/handler.ts';
import { allSettings } from './all.ts';
import { restaurantSettingsRoutes } from './edit-restaurant.ts';
import { notificationSettingsRoutes } from './notifications.ts';

export const settings = area({
  name: 'settings',
  handlers: [allSettings, ...restaurantSettingsRoutes, ...notificationSettingsRoutes] as Handler[],
});
