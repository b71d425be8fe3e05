import type { RoutePath, routes } from '../routes.ts';
import type { Permission } from './permissions.ts';

/** Of the settings, by `?tab=`. */
export const settingsTabPermissions = {
  general: 'own',
  account: 'settings',
  people: 'people',
  hours: 'settings',
  orders: 'settings',
  delivery: 'settings',
  taxes: 'settings',
  kitchen: 'settings',
  printers: 'settings',
  notifications: 'own',
  reservations: 'settings',
  security: 'own',
  wallet: 'money.read',
  subscription: 'money.read',
} as const satisfies Record<string, Permission>;

interface Page {
  permission: Permission;
  /** Views and tabs that need another one, by `?view=` or `?tab=`. */
  parts?: Readonly<Record<string, Permission>>;
}

type AppPath = { [P in RoutePath]: (typeof routes)[P]['guard'] extends 'app' ? P : never }[RoutePath];

/**
 * What a person needs to open each page of the app. Not in `routes`: the pages before the sign-in load those, and know no roles.
 */
const pages: Record<AppPath, Page> = {
  '/restaurant/insights': { permission: 'insights' },
  '/restaurant/orders': {
    permission: 'orders.read',
    parts: { kitchen: 'orders.work', counter: 'orders.take', reservations: 'reservations' },
  },
  '/restaurant/orders/:orderId': { permission: 'orders.read' },
  '/restaurant/chats': { permission: 'chats' },
  '/restaurant/chats/:customerId': { permission: 'chats' },
  '/restaurant/payments': { permission: 'payments.read' },
  '/restaurant/payments/:paymentId': { permission: 'payments.read' },
  '/restaurant/channels': { permission: 'chats.setup' },
  '/restaurant/channels/:channelType': { permission: 'chats.setup' },
  '/restaurant/channels/:channelType/callback': { permission: 'chats.setup' },
  '/restaurant/chatbot': { permission: 'chats.setup' },
  '/restaurant/chatbot/manage': { permission: 'chats.setup' },
  '/restaurant/chatbot/setup': { permission: 'chats.setup' },
  '/restaurant/menu': { permission: 'menu.edit', parts: { availability: 'menu.availability' } },
  '/restaurant/menu/upload': { permission: 'menu.edit' },
  '/restaurant/menu/:menuId/category': { permission: 'menu.edit' },
  '/restaurant/menu/:menuId/category/:categoryId': { permission: 'menu.edit' },
  '/restaurant/customers': { permission: 'customers', parts: { promotions: 'promotions' } },
  '/restaurant/inventory': { permission: 'inventory' },
  '/restaurant/integrations': { permission: 'insights' },
  '/restaurant/website': { permission: 'website' },
  '/restaurant/settings': { permission: 'own', parts: settingsTabPermissions },
  // Its panel opens over Insights.
  '/restaurant/help': { permission: 'insights' },
};

/** What a person needs to open a page of the app; null: nothing, as outside of it. `part`: its view or tab, by the query. */
export function permissionOfPage(path: RoutePath, part: string | null): Permission | null {
  if (!isOfApp(path)) return null;
  const { permission, parts = {} }: Page = pages[path];
  return (part !== null && Object.hasOwn(parts, part) && parts[part]) || permission;
}

const isOfApp = (path: RoutePath): path is AppPath => Object.hasOwn(pages, path);
