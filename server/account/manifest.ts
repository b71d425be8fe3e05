import * as z from 'zod/mini';

/** The first file of an export, `galley.json`. */
export const HEADER_FILE = 'galley.json';
/** The last one. An export without it is not whole. */
export const MANIFEST_FILE = 'manifest.json';
// 1: the first.
export const FORMAT_VERSION = 1;

export const Header = z.object({
  format: z.literal('galley-export'),
  format_version: z.int(),
  /** How many migrations the server knew: an earlier server may not know some of the columns. */
  schema: z.int(),
  app_version: z.string(),
  created_at: z.string(),
  restaurant_id: z.uuid(),
  user_id: z.uuid(),
});
export type Header = z.infer<typeof Header>;

export const Manifest = z.object({
  /** By name: SHA-256 in hex. */
  files: z.record(z.string(), z.string()),
  /** Rows by table. */
  rows: z.record(z.string(), z.int()),
});
export type Manifest = z.infer<typeof Manifest>;

/** Rows of one table, at most some hundred: `data/orders/1.json`. */
export const dataFile = (table: string, part: number): string => `data/${table}/${part}.json`;
export const tableOfFile = (name: string): string | null => /^data\/([a-z_]+)\/\d+\.json$/.exec(name)?.[1] ?? null;

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
export const imageFile = (id: string, width: number): string => `images/${id}/${width}`;
export const imageOfFile = (name: string): { id: string; width: number } | null => {
  const found = new RegExp(`^images/(${UUID})/(\\d+)$`).exec(name);
  return found && { id: found[1]!, width: Number(found[2]) };
};
export const chatFile = (id: string): string => `chat-files/${id}`;
export const chatFileOf = (name: string): string | null => new RegExp(`^chat-files/(${UUID})$`).exec(name)?.[1] ?? null;
