/**
 * What a person may do in a restaurant, each the `access` of calls. `member`: whoever belongs to the restaurant. `own`: the person's own
 * sign-in, settings and devices, which a tablet that others use keeps closed.
 */
const every = [
  'member',
  'own',
  'orders.read',
  'orders.work',
  'orders.take',
  'orders.cancel',
  'orders.pause',
  'payments.read',
  'payments.take',
  'payments.refund',
  'menu.availability',
  'menu.edit',
  'chats',
  'chats.setup',
  'customers',
  'customers.manage',
  'reservations',
  'inventory',
  'promotions',
  'insights',
  'books',
  'money.read',
  'money.move',
  'settings',
  'website',
  'people',
  'account',
] as const;

export type Permission = (typeof every)[number];

const service = ['member', 'own', 'orders.read', 'orders.work', 'menu.availability'] as const;
const floor = [...service, 'orders.take', 'payments.read', 'payments.take', 'customers', 'reservations'] as const;
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
