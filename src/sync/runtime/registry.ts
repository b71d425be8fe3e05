import type { MutationDefinition } from '../../data/mutation.ts';
import * as chats from '../../features/chats/mutations.ts';
import * as customers from '../../features/customers/mutations.ts';
import * as counter from '../../features/point-of-sale/mutations.ts';
import * as inventory from '../../features/inventory/mutations.ts';
import * as menu from '../../features/menu/mutations.ts';
import * as ordering from '../../features/ordering/mutations.ts';
import * as notifications from '../../features/notifications/mutations.ts';
import * as reservations from '../../features/reservations/mutations.ts';
import * as orders from '../../features/orders/mutations.ts';
import * as promotions from '../../features/promotions/mutations.ts';
import * as settings from '../../features/settings/mutations.ts';

const isDefinition = (value: unknown): value is MutationDefinition =>
  typeof value === 'object' && value !== null && 'change' in value && 'call' in value;

/** Every mutation definition by the name of its call, from which the worker makes optimistic rows. One line per feature. */
const registry: ReadonlyMap<string, MutationDefinition> = new Map(
  [chats, counter, customers, inventory, menu, notifications, ordering, orders, promotions, reservations, settings]
    .flatMap((feature) => Object.values(feature as Record<string, unknown>))
    .filter(isDefinition)
    .map((definition) => [definition.call.name, definition]),
);

export const definitionOf = (call: string): MutationDefinition | undefined => registry.get(call);
