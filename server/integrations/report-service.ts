/** The service for error reports, from a DSN: `https://KEY@HOST/PATH/PROJECT`. */
export interface ReportService {
  dsn: string;
  /** Where reports are posted, with the key. */
  envelopes: string;
}

/** Null: not a DSN. */
export function readDsn(dsn: string): ReportService | null {
  if (!URL.canParse(dsn)) return null;
  const { protocol, host, username, password, pathname, search, hash } = new URL(dsn);
  const [, folder = '', project] = /^(.*)\/(\w+)$/.exec(pathname) ?? [];
  if (!['http:', 'https:'].includes(protocol) || !username || password || !project || search || hash) return null;
  return {
    dsn,
    envelopes: `${protocol}//${host}${folder}/api/${project}/envelope/?sentry_version=7&sentry_key=${username}`,
  };
}

/** The DSN in the first line of a report; null if it is not a report. The rest is not read. */
export function dsnOf(report: Uint8Array): string | null {
  const end = report.indexOf(0x0a);
  try {
    const head: unknown = JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(report.subarray(0, end < 0 ? undefined : end)),
    );
    const dsn = typeof head === 'object' && head !== null && 'dsn' in head ? head.dsn : null;
    return typeof dsn === 'string' ? dsn : null;
  } catch {
    return null;
  }
}
