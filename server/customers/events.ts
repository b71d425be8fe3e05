import type { Customer } from '../../contract/customers/calls.ts';
import type { BaseContext } from '../pipeline/handler.ts';
import { Event } from '../platform/event.ts';

/** Allergies of a customer became known. */
export const allergiesLearned = new Event<[c: BaseContext, customerId: string, allergens: readonly string[]]>(
  'allergies learned',
);

/** All rows of another customer belong to this one now. */
export const customerMerged = new Event<[c: BaseContext, customerId: string]>('customer merged');

export interface Erased {
  customerId: string;
  chatIds: string[];
  /** Of every row that devices hold: it gets a new version, so that each device forgets with its next pull. */
  stamp: Pick<Customer, 'version' | 'updated_at' | 'updated_by'>;
}

/** A customer is being erased: whatever tells of the person goes, in the rows of each area. */
export const customerErased = new Event<[c: BaseContext, erased: Erased]>('customer erased');
