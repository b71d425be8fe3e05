import type { Call } from '../../contract/call.ts';

let isPlain = false;

/** What the sync worker has found: the server has the specification's calls alone, or ours besides. */
export function noteApi({ isPlainApi }: { isPlainApi: boolean }): void {
  isPlain = isPlainApi;
}

/** What the server does not have is not asked of it. */
export const isOffered = ({ options }: Call): boolean => !(isPlain && options.addition);
