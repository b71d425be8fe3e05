import type { Comparisons } from '../../../data/db.ts';
import type { QueueFile } from './queue-file.ts';

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
