import { area } from '../area.ts';
import { backUpDaily } from './daily.ts';
import { HOUR, MINUTE } from '../jobs/periodic.ts';

export const backup = area({
  name: 'backup',
  // The first one waits, so that it does not slow the first minute down.
  periodic: ({ pools, env, clock, log }) => [
    {
      name: 'backup',
      everyMs: HOUR,
      firstAfterMs: MINUTE,
      run: (_now, signal) => backUpDaily({ owner: pools.owner, env, clock, log, signal }),
    },
  ],
});
