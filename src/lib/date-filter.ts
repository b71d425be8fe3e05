/** A business day or a range "2026-11-01..2026-11-20" from an address; null if it is neither. */
export function parseDateFilter(value: string | null): string | null {
  const [from = '', to = from, ...more] = (value ?? '').split('..');
  return isDate(from) && isDate(to) && from <= to && more.length === 0 ? value : null;
}

const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
