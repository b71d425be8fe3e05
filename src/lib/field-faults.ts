/** What a schema found wrong, by field; null: another fault. Fields of lists and objects have the name of the whole. */
export function fieldFaults(fault: unknown): Record<string, string> | null {
  const { issues } = fault as { issues?: { path: PropertyKey[]; message: string }[] };
  if (!Array.isArray(issues)) return null;
  return Object.fromEntries(
    issues.map(({ path: [field = ''], message }) => [
      String(field),
      message === 'Invalid input' ? 'Check this' : message,
    ]),
  );
}
