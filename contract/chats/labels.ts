/** Longest label, and most labels of one chat. */
export const LABEL_MAX = 30;
export const LABELS_MAX = 10;

export interface LabelChange {
  add?: readonly string[] | undefined;
  remove?: readonly string[] | undefined;
}

const isSame = (a: string) => {
  const text = a.trim().toLowerCase();
  return (b: string) => b.trim().toLowerCase() === text;
};

/** True if the chat has the label, in any case. Rows from before there were labels have no list of them. */
export const hasLabel = ({ labels }: { labels?: readonly string[] }, label: string): boolean =>
  (labels ?? []).some(isSame(label));

/** The labels after a change, in the order in which they were added. Case does not make another label; the first spelling stays. */
export function withLabels(labels: readonly string[], { add = [], remove = [] }: LabelChange): string[] {
  const next = labels.filter((label) => !remove.some(isSame(label)));
  for (const label of add) if (!next.some(isSame(label))) next.push(label.trim());
  return next;
}
