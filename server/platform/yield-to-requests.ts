import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

const NICE = 10;

// Imported by the modules of threads: the system runs the thread that answers requests before them. Only Linux has a priority for each
// thread, and names the one that asks as "pid/task/tid".
if (process.platform === 'linux')
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), NICE);
  } catch {
    // No /proc in this container: the work is done all the same.
  }
