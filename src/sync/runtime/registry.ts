import type { MutationDefinition } from '../../data/mutation.ts';
import * as chats from '../../features/chats/mutations.ts';
import * as customers from '../../features/customers/mutations.ts';
import * as counter from '../../features/point-of-sale/mutations.ts';
import * as menu from '../../features/menu/mutations.ts';
import * as ordering from '../../features/ordering/mutations.ts';
import * as notifications from '../../features/notifications/mutations.ts';
import * as orders from '../../features/orders/mutations.ts';

const isDefinition = (value: unknown): value is MutationDefinition =>
  typeof value === 'object' && value !== null && 'change' in value && 'call' in value;

/** Every offline change by the name of its call: what the worker makes the optimistic rows with. One line for each feature. */
const registry: ReadonlyMap<string, MutationDefinition> = new Map(
  [chats, counter, customers, menu, notifications, ordering, orders]
    .flatMap((feature) => Object.values(feature as Record<string, unknown>))
    .filter(isDefinition)
    .map((definition) => [definition.call.name, definition]),
);

export const definitionOf = (call: string): MutationDefinition | undefined => registry.get(call);
