import { guessEncoding, isGuessed, type Encoding } from '../../../contract/csv-encoding.ts';

export const CSV_TYPES = '.csv,.tsv,.txt,text/csv';

export interface ChosenFile {
  name: string;
  bytes: Uint8Array;
  encoding: Encoding;
  /** Nothing in the file proves it. */
  isGuess: boolean;
}

/** Of a file with more than `most` bytes only so many that this shows. */
export async function openFile(file: File, most: number): Promise<ChosenFile> {
  const bytes = new Uint8Array(await file.slice(0, most + 1).arrayBuffer());
  const encoding = guessEncoding(bytes);
  return { name: file.name, bytes, encoding, isGuess: isGuessed(encoding) };
}
