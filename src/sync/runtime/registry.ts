import type { MutationDefinition } from '../../data/mutation.ts';
import * as features from '../../features/mutations.ts';

const isDefinition = (value: unknown): value is MutationDefinition =>
  typeof value === 'object' && value !== null && 'change' in value && 'call' in value;

/** Every mutation definition by the name of its call, from which the worker makes optimistic rows. */
const registry: ReadonlyMap<string, MutationDefinition> = new Map(
  Object.values(features)
    .flatMap((feature) => Object.values(feature as Record<string, unknown>))
    .filter(isDefinition)
    .map((definition) => [definition.call.name, definition]),
);

export const definitionOf = (call: string): MutationDefinition | undefined => registry.get(call);
