/** When to try again: 30 → "in a minute", 900 → "in 15 minutes", 7200 → "in 2 hours". */
export function inMinutes(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes > 90) return `in ${Math.ceil(minutes / 60)} hours`;
  return minutes === 1 ? 'in a minute' : `in ${minutes} minutes`;
}
