/**
 * What a person may do in a restaurant, each the `access` of calls. `member`: whoever belongs to the restaurant. `own`: the person's own
 * sign-in, settings and devices, which a tablet that others use keeps closed.
 */
export const permissions = {
  member: 'Use the app',
  own: 'Their own password, devices and notifications',
  'orders.read': 'See orders',
  'orders.work': 'Move orders along',
  'orders.take': 'Take and change orders',
  'orders.cancel': 'Cancel and delete orders',
  'orders.pause': 'Pause taking orders',
  'payments.read': 'See payments',
  'payments.take': 'Take payments',
  'payments.refund': 'Refund and write off',
  'menu.availability': 'Switch dishes to sold out',
  'menu.edit': 'Change menus and prices',
  chats: 'Read and answer chats',
  'chats.setup': 'Saved replies, the chatbot and channels',
  customers: 'See and change customers',
  'customers.manage': 'Merge, erase and export customers',
  reservations: 'Take reservations',
  inventory: 'Count and move stock',
  promotions: 'Promotions',
  insights: 'Insights and ratings',
  books: 'Statements and tax reports',
  'money.read': 'See the wallet and withdrawals',
  'money.move': 'Withdraw money, connect payments, change the plan',
  settings: 'Settings of the restaurant',
  website: 'The website',
  people: 'Invite people and give roles',
  account: 'Import, export and delete everything',
} as const satisfies Record<string, string>;

export type Permission = keyof typeof permissions;

const service = ['member', 'own', 'orders.read', 'orders.work', 'menu.availability'] as const;
const floor = [...service, 'orders.take', 'payments.read', 'payments.take', 'customers', 'reservations'] as const;
const every = Object.keys(permissions) as Permission[];
/** Only who owns the restaurant moves its money, or takes it away. */
const ownersOnly: readonly Permission[] = ['money.move', 'account'];

/** Roles that every restaurant has, the most powerful first. */
export const roles = {
  owner: { label: 'Owner', permissions: every },
  manager: { label: 'Manager', permissions: every.filter((one) => !ownersOnly.includes(one)) },
  cashier: { label: 'Cashier', permissions: [...floor, 'chats', 'orders.pause'] },
  waiter: { label: 'Waiter', permissions: floor },
  kitchen: { label: 'Kitchen', permissions: [...service, 'orders.pause'] },
  accountant: {
    label: 'Accountant',
    permissions: ['member', 'own', 'orders.read', 'payments.read', 'insights', 'books', 'money.read'],
  },
} as const satisfies Record<string, { label: string; permissions: readonly Permission[] }>;

export type Role = keyof typeof roles;
export const roleIds = Object.keys(roles) as [Role, ...Role[]];

export const may = (role: Role, permission: Permission): boolean =>
  (roles[role].permissions as readonly Permission[]).includes(permission);

/** The roles that have a permission, the most powerful first. */
export const rolesWith = (permission: Permission): Role[] => roleIds.filter((role) => may(role, permission));

/** True if nobody with `role` could do what `other` may not: such a person may give, change and end `other`. */
export const covers = (role: Role, other: Role): boolean =>
  roles[other].permissions.every((permission) => may(role, permission));
