import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Number of PostgreSQL log files kept, and their size: 80 MB in all. */
export const LOG_FILES = 8;
const LOG_FILE_MB = 10;
const START_LOG_BYTES = 1_000_000;

/** PostgreSQL starts a new file each day and when one is full. */
export const logSettings = [
  'logging_collector=on',
  'log_directory=log',
  'log_filename=postgres-%Y-%m-%d_%H%M%S.log',
  'log_rotation_age=1d',
  `log_rotation_size=${LOG_FILE_MB}MB`,
];

interface Logs {
  /** PostgreSQL's data folder, which contains the log folder. */
  data: string;
  /** Output of its starts. */
  log: string;
}

/** Deletes all but the newest files, and rotates the start log once it is large. */
export function deleteOldLogs({ data, log }: Logs): void {
  for (const file of logFiles(data).slice(LOG_FILES)) rmSync(file, { force: true });
  if (existsSync(log) && statSync(log).size > START_LOG_BYTES) renameSync(log, `${log}.1`);
}

/** The last lines that PostgreSQL wrote, in either log. */
export function lastLines({ data, log }: Logs): string {
  return [log, ...logFiles(data).slice(0, 1)]
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8').trimEnd().split('\n').slice(-8).join('\n'))
    .join('\n');
}

/** Newest first: a file is named after the time it was started. */
function logFiles(data: string): string[] {
  const folder = join(data, 'log');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^postgres-[\d_-]+\.log$/.test(name))
    .toSorted()
    .toReversed()
    .map((name) => join(folder, name));
}
