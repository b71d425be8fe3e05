import * as z from 'zod/mini';
import { Id, Instant } from '../fields.ts';

/** `row` as a spreadsheet counts, the headings being row 1. `column`: the file's heading; null: the whole row. */
export const ImportRowError = z.object({
  row: z.int(),
  column: z.nullable(z.string()),
  code: z.string(),
  message: z.string(),
});
export type ImportRowError = z.infer<typeof ImportRowError>;

/** Of an import, whatever its file holds. */
export const importFields = {
  import_id: Id,
  file_name: z.string(),
  /** Rows that cannot be read. */
  failed: z.int(),
  /** The first thousand. `errors_csv_url` has the rows themselves. */
  errors: z.array(ImportRowError),
  /** Relative to the API's base: the rows that cannot be read, with the reasons. Kept for 30 days. */
  errors_csv_url: z.nullable(z.string()),
  created_at: Instant,
};
export const ERRORS_SHOWN = 1000;

/** As a CSV that can be mended and imported: the file's columns, then the row and the reasons. Empty if all rows can be read. */
export const ImportRejects = z.object({ file_name: z.string(), csv: z.string() });
export type ImportRejects = z.infer<typeof ImportRejects>;

const base64Length = (bytes: number) => Math.ceil(bytes / 3) * 4;

export const importFile = (bytes: number) =>
  z.array(z.string().check(z.minLength(1), z.maxLength(base64Length(bytes)))).check(z.minLength(1), z.maxLength(1));

/** Of a call with such a file. */
export const importBodyLimit = (bytes: number, more = 16 * 1024): number => base64Length(bytes) + more;
