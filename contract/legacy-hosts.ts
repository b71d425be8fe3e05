/** Legacy hosts to redirect to the restaurant page of the marketing site. */
export interface LegacyHosts {
  /** A host, or a host with a port; without a port, every port counts. */
  hosts: string[];
  /** Without a trailing slash. */
  marketingSite: string;
}

/**
 * Redirect target for a request to this host, whatever its path and query; null if it stays. Only exact names count, and never the host of
 * the marketing site itself, which would redirect to itself.
 */
export function legacyTarget(host: string, { hosts, marketingSite }: LegacyHosts): string | null {
  const home = /^https?:\/\/([^/?#@\\]+)/i.exec(marketingSite)?.[1];
  if (home === undefined || isAmong(home, hosts) || !isAmong(host, hosts)) return null;
  return `${marketingSite.replace(/\/+$/, '')}/restaurant`;
}

function isAmong(host: string, hosts: string[]): boolean {
  const [full, bare] = [nameOf(host), nameOf(host).replace(/:\d+$/, '')];
  return hosts.some((one) => one !== '' && [full, bare].includes(nameOf(one)));
}

/** As browsers write it: lower case, without a trailing dot. */
const nameOf = (host: string): string => host.toLowerCase().replace(/\.(?=:|$)/, '');
