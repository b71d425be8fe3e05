import type { Comparisons } from '../../../data/db.ts';
import type { MutationCounts } from './queries.ts';
import type { QueueFile } from './queue-file.ts';

/** "12 changes, all sent", "12 changes: 10 sent, 2 waiting". */
export function countsLabel({ made, waiting, sent, refused, withdrawn }: MutationCounts): string {
  const changes = made === 1 ? '1 change' : `${made.toLocaleString('en-GB')} changes`;
  if (made === 0) return 'No changes yet';
  if (sent === made) return `${changes}, ${made === 1 ? '' : 'all '}sent`;
  const parts = { sent, waiting, refused, 'taken back': withdrawn };
  const said = Object.entries(parts).flatMap(([word, n]) => (n > 0 ? `${n.toLocaleString('en-GB')} ${word}` : []));
  return `${changes}: ${said.join(', ')}`;
}

/** `when` formats an instant as day and time in the restaurant's time zone. */
export function comparisonLabel({ repairs, repairedAt, isOff }: Comparisons, when: (at: string) => string): string {
  if (isOff)
    return 'What this device holds differs from the server, and loading it again has not mended that. Your changes are safe. Please save the queue as a file and send it to us.';
  const so = 'Every few minutes this device compares what it holds with the server.';
  if (repairs === 0) return `${so} Nothing has had to be put right so far.`;
  const times = repairs === 1 ? 'Once' : `${repairs} times`;
  return `${so} ${times} something differed and was loaded again by itself, last on ${when(repairedAt)}.`;
}

export function savedLabel({ waiting, deadLetters }: Pick<QueueFile, 'waiting' | 'deadLetters'>): string {
  const changes = waiting === 1 ? '1 waiting change' : `${waiting} waiting changes`;
  return `Saved with ${changes}${deadLetters > 0 ? ` and ${deadLetters} that ${deadLetters === 1 ? 'needs' : 'need'} you` : ''}.`;
}
