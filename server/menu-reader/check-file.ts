/** The most that is read: 10 MB, 25 megapixels a picture, 12 pages. */
export const MENU_FILE_BYTES = 10 * 1024 * 1024;
export const MENU_FILE_PIXELS = 25_000_000;
export const MENU_FILE_PAGES = 12;

export type MenuFileKind = 'png' | 'jpeg' | 'webp' | 'pdf';
export type MenuFileRefusal =
  | 'file_empty'
  | 'file_too_large'
  | 'file_type_unsupported'
  | 'file_unreadable'
  | 'picture_too_large'
  | 'too_many_pages'
  | 'pdf_locked';

/** Thrown inside the reader, and answered as a value by readMenu. */
export class RefusedFile extends Error {
  readonly code: MenuFileRefusal;

  constructor(code: MenuFileRefusal) {
    super(code);
    this.code = code;
  }
}

/** What the bytes are, by their first bytes: a name or a content type is only what the sender says. */
export function findKind(bytes: Uint8Array): MenuFileKind | null {
  const starts = (signature: number[], at = 0) => signature.every((byte, index) => bytes[at + index] === byte);
  if (starts([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (starts([0xff, 0xd8, 0xff])) return 'jpeg';
  if (starts([0x52, 0x49, 0x46, 0x46]) && starts([0x57, 0x45, 0x42, 0x50], 8)) return 'webp';
  if (starts([0x25, 0x50, 0x44, 0x46, 0x2d])) return 'pdf';
  return null;
}

/** The file's kind, or why it is refused before anything decodes it. */
export function checkFile(bytes: Uint8Array): { kind: MenuFileKind } | { refused: MenuFileRefusal } {
  if (bytes.length === 0) return { refused: 'file_empty' };
  if (bytes.length > MENU_FILE_BYTES) return { refused: 'file_too_large' };
  const kind = findKind(bytes);
  return kind ? { kind } : { refused: 'file_type_unsupported' };
}
