import type { OutboxEntry } from '../../data/db.ts';
import type { MutationDefinition } from '../../data/mutation.ts';
import type { RestCall } from './api.ts';

/** Fields of our own API. Other servers may reject unknown fields. */
const ours = ['id', 'device_name', 'was_offline', 'lines_before', 'expected_price_amount', 'expected_variants'];

/** A pending mutation as a call of the specification, with only its fields. */
export function toRestCall({ call, rest }: MutationDefinition, entry: OutboxEntry): RestCall {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(entry.path[name] ?? ''));
  const isTold = (name: string) => rest?.only?.includes(name) ?? !ours.includes(name);
  const body = Object.fromEntries(Object.entries(entry.body).filter(([name]) => isTold(name)));
  const isEmpty = call.method === 'DELETE' && Object.keys(body).length === 0;
  return {
    method: call.method,
    path,
    key: entry.key,
    ...(isEmpty ? {} : { body: { ...body, ...rest?.adds?.(entry) } }),
  };
}
