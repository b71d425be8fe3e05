/** A restaurant's public address: its name in plain letters and the end of its id, so that equal names differ. */
export function slugOf(name: string, id: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '');
  return `${plain || 'kitchen'}-${id.replaceAll('-', '').slice(-8).toLowerCase()}`;
}
