import { DEVICE_NAME_MAX } from '../../../contract/limits.ts';

/** The typed name, or why it is invalid. */
export function readDeviceName(typed: string): { name: string } | { error: string } {
  const name = typed.trim().replaceAll(/\s+/g, ' ').toWellFormed();
  if (name === '') return { error: 'Required' };
  if (name.length > DEVICE_NAME_MAX) return { error: `Use ${DEVICE_NAME_MAX} characters at most` };
  return { name };
}
