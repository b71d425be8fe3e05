import type { Failure, Result } from '../api/send.ts';
import { fieldFaults } from '../lib/field-faults.ts';
import { session } from './session.ts';

/** Of what is stored on this device, to be sent when the network is there: null. */
export type Stored = Promise<Result<null>>;

/** Makes a mutation of the restaurant's settings, and answers as `send` does for what is wrong with it. */
export async function storeChange(store: (restaurant_id: string) => unknown): Stored {
  try {
    store(session.restaurant!.id);
    return { ok: true, data: null };
  } catch (fault) {
    const field_errors = fieldFaults(fault);
    if (!field_errors) throw fault;
    return refused(422, 'invalid_fields', 'Check the marked fields', field_errors);
  }
}

export const refused = (
  status: number,
  code: Failure['error']['code'],
  message: string,
  field_errors?: Record<string, string>,
): Failure => ({ ok: false, kind: 'refused', status, error: { code, message, ...(field_errors && { field_errors }) } });
