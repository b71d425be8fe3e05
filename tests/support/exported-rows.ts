import type { Entry } from '../../server/backup/tar.ts';

export type Exported = Record<string, unknown>;

/** The first part of a table in an export. */
export const ofTable = (entries: readonly Entry[], table: string): Exported[] =>
  JSON.parse(entries.find(({ name }) => name === `data/${table}/1.json`)!.body.toString()) as Exported[];
