export type Level = 'debug' | 'info' | 'warn' | 'error';
export type Fields = Record<string, string | number | boolean | null | undefined>;

/** One JSON line per event. The caller chooses each field: never a body, token, query value or personal data. */
export interface Log {
  debug(event: string, fields?: Fields): void;
  info(event: string, fields?: Fields): void;
  warn(event: string, fields?: Fields): void;
  error(event: string, fields?: Fields): void;
}

const order: Level[] = ['debug', 'info', 'warn', 'error'];

export function createLog(
  level: Level | 'silent' = 'info',
  write: (line: string) => void = toStdout,
  now = () => new Date(),
): Log {
  const repeats = createRepeats();
  const at =
    (own: Level) =>
    (event: string, fields: Fields = {}) => {
      if (level === 'silent' || order.indexOf(own) < order.indexOf(level)) return;
      const time = now();
      const repeated = isBackgroundTrouble(own, fields) ? repeats.count({ event, ...fields }, time) : 0;
      if (repeated === null) return;
      // JSON escapes line breaks, so nobody can inject a log line.
      write(
        JSON.stringify({ time: time.toISOString(), level: own, event, ...fields, ...(repeated > 0 && { repeated }) }),
      );
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** Errors of requests are always written, with their id. Background work may meet the same error every second. */
const isBackgroundTrouble = (level: Level, { request_id }: Fields): boolean =>
  (level === 'warn' || level === 'error') && request_id === undefined;

const REPEAT_MS = 60_000;
const REPEATS_MAX = 500;

/** One line per cause and minute: while the database is down, each of its users would write one every second. */
function createRepeats() {
  const seen = new Map<string, { at: number; unwritten: number }>();
  return {
    /** Number of suppressed repeats since the last line; null: suppress this one, too. */
    count({ stack: _, ...cause }: Fields, now: Date): number | null {
      const key = JSON.stringify(cause);
      const before = seen.get(key);
      const age = before ? now.getTime() - before.at : Infinity;
      if (before && age >= 0 && age < REPEAT_MS) {
        before.unwritten += 1;
        return null;
      }
      if (seen.size >= REPEATS_MAX) seen.clear();
      seen.set(key, { at: now.getTime(), unwritten: 0 });
      return before?.unwritten ?? 0;
    },
  };
}

/**
 * What an error may say in the log. Messages of database errors can quote values ("Key (email)=(…)", query parameters), so only code and
 * names are kept.
 */
export function describeFault(fault: unknown): Fields {
  const root = rootOf(fault);
  if (!(root instanceof Error)) return { fault: typeof root };
  const { code, constraint, table, severity } = root as Error &
    Record<'code' | 'constraint' | 'table' | 'severity', string | undefined>;
  const frames = (root.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 8);
  const isFromDatabase = severity !== undefined;
  return {
    fault: root.name,
    code,
    constraint,
    table,
    ...(isFromDatabase ? {} : { message: root.message.slice(0, 300) }),
    stack: frames.map((line) => line.trim()).join(' | '),
  };
}

/** Drizzle wraps the driver's error and quotes the query with its parameters; the cause is what matters. */
export function rootOf(fault: unknown): unknown {
  let root = fault;
  while (root instanceof Error && root.cause instanceof Error) root = root.cause;
  return root;
}

const toStdout = (line: string) => void process.stdout.write(`${line}\n`);
// The reader of the log is gone. Reporting that would log again and fail again, endlessly.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);
