import type { OutboxEntry } from '../../data/db.ts';

/** " by Sam, approved by Mia": at a device that several use; empty elsewhere. */
export const byLabel = ({ by, approved }: Pick<OutboxEntry, 'by' | 'approved'>): string =>
  (by ? ` by ${by.name}` : '') + (approved ? `, approved by ${approved.name}` : '');
