import { PAPERS } from '../../../contract/settings/wallet-provider-calls.ts';
import type { FileStore } from '../../platform/files/file-store.ts';

/**
 * Where a document about the restaurant lies: private, by restaurant. Paystack's API takes no documents; whoever runs the installation
 * passes them on if Paystack asks.
 */
const paperKey = (restaurantId: string, number: number): string => `provider-papers/${restaurantId}/${number}`;

/** From number `from` on. */
export const paperKeys = (restaurantId: string, from = 0): string[] =>
  Array.from({ length: PAPERS.files - from }, (_, i) => paperKey(restaurantId, from + i));

export async function keepPapers(store: FileStore, restaurantId: string, papers: readonly Buffer[]): Promise<void> {
  for (const [number, paper] of papers.entries()) await store.put(paperKey(restaurantId, number), paper);
  await removePapers(store, restaurantId, papers.length);
}

/** Deletes the documents from number `from` on. */
export async function removePapers(store: Pick<FileStore, 'remove'>, restaurantId: string, from = 0): Promise<void> {
  for (const key of paperKeys(restaurantId, from)) await store.remove(key);
}

/** Why a document is not taken. Null: it is. */
export function refusePaper(paper: Buffer): string | null {
  if (paper.length === 0) return 'The file is empty';
  if (paper.length > PAPERS.fileBytes) return 'The file is larger than 5 MB';
  const isKnown = beginnings.some((beginning) => paper.subarray(0, beginning.length).equals(beginning));
  return isKnown ? null : 'Choose a PDF, a JPEG or a PNG';
}

const beginnings = ['%PDF-', '\u00ff\u00d8\u00ff', '\u0089PNG\r\n'].map((text) => Buffer.from(text, 'latin1'));
