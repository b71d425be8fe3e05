import { area } from '../area.ts';
import { routes } from './routes.ts';
import { walletProviderRoutes } from './wallet/routes.ts';

export const settings = area({
  name: 'settings',
  handlers: (services) => [...routes, ...walletProviderRoutes(services)],
});
