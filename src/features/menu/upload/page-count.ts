/** A PDF has pages that this device does not count. */
export const pageCount = (files: number): string => (files === 1 ? '1 file' : `${files} pages`);
