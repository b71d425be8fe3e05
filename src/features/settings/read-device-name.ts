import { DEVICE_NAME_MAX } from '../../../contract/limits.ts';

/** What a person has typed as a name, or why it is none. */
export function readDeviceName(typed: string): { name: string } | { error: string } {
  const name = typed.trim().replaceAll(/\s+/g, ' ').toWellFormed();
  if (name === '') return { error: 'Required' };
  if (name.length > DEVICE_NAME_MAX) return { error: `Use ${DEVICE_NAME_MAX} characters at most` };
  return { name };
}
