/** Offers a file for download under `name`. */
export function saveFile(name: string, content: string | Blob, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  // The browser has read the file by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export const saveCsv = (name: string, content: string | Blob): void =>
  saveFile(name, content, 'text/csv;charset=utf-8');
