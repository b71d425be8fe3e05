export type Level = 'debug' | 'info' | 'warn' | 'error';
export type Fields = Record<string, string | number | boolean | null | undefined>;

/** One JSON line an event. Fields are chosen by the caller one by one: never a body, a token, a query's value or a person's data. */
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
      // JSON escapes line breaks, so that nobody can write a line of his own into the log.
      write(
        JSON.stringify({ time: time.toISOString(), level: own, event, ...fields, ...(repeated > 0 && { repeated }) }),
      );
    };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** A request's trouble is told each time, by its id. What runs by itself meets the same trouble every second. */
const isBackgroundTrouble = (level: Level, { request_id }: Fields): boolean =>
  (level === 'warn' || level === 'error') && request_id === undefined;

const REPEAT_MS = 60_000;
const REPEATS_MAX = 500;

/** One cause, one line a minute: while the database is away each of its users would write one every second. */
function createRepeats() {
  const seen = new Map<string, { at: number; unwritten: number }>();
  return {
    /** How many like it were left out since it was written last; null: this one is left out as well. */
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
 * What a fault may say in the log. The message of a database error can quote values ("Key (email)=(…)", the parameters of a query), so of
 * those only the code and the names are kept.
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

/** Drizzle wraps the driver's error and quotes the query with its parameters; the cause is what counts. */
export function rootOf(fault: unknown): unknown {
  let root = fault;
  while (root instanceof Error && root.cause instanceof Error) root = root.cause;
  return root;
}

const toStdout = (line: string) => void process.stdout.write(`${line}\n`);
// Whoever read the log has gone. Told as a fault, that would be logged, fail again, and so on for ever.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);
