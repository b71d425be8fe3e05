import { Resolver } from 'node:dns/promises';

/** The TXT records of a name; null: the name servers did not answer. */
export type FindTxt = (name: string) => Promise<string[] | null>;

/** Errors by which name servers say that there is no such record. */
const absent = new Set(['ENOTFOUND', 'ENODATA']);
const RECORDS_MAX = 50;

export const findTxt: FindTxt = async (name) => {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  try {
    const records = await resolver.resolveTxt(name);
    return records.slice(0, RECORDS_MAX).map((chunks) => chunks.join(''));
  } catch (error) {
    return absent.has((error as NodeJS.ErrnoException).code ?? '') ? [] : null;
  }
};
