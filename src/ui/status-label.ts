/** The badge's text by wire value. An unknown value of a newer server is shown as it is. */
export const statusLabel = (status: string): string => words[status] ?? humanize(status);

const words: Record<string, string> = {
  pending: 'New',
  accepted: 'Accepted',
  preparing: 'Preparing',
  ready: 'Ready',
  out_for_delivery: 'On its way',
  completed: 'Completed',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
};

/** "customer_request" → "Customer request". */
export function humanize(value: string): string {
  const spaced = value.replaceAll('_', ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
