import type { Call } from '../../contract/call.ts';

let isPlain = false;
const listeners = new Set<() => void>();

/** What the sync worker has found: the server has the specification's calls alone, or ours besides. */
export function noteApi({ isPlainApi }: { isPlainApi: boolean }): void {
  if (isPlain === isPlainApi) return;
  isPlain = isPlainApi;
  for (const listener of listeners) listener();
}

/** What the server does not have is not asked of it. */
export const isOffered = ({ options }: Call): boolean => !(isPlain && options.addition);

export function onApiNoted(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
