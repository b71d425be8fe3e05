/** Two hosts of old, whose visits go to the restaurant page of the main marketing site (specification, section 1). */
export interface LegacyHosts {
  /** Each a host, or a host and a port; without a port, every port of it. */
  hosts: string[];
  /** Without a slash at the end. */
  marketingSite: string;
}

/**
 * Where a visit on this host goes instead, whatever its path and query; null: it stays. Only the very names count, and never the host of
 * the marketing site itself, which would lead to where it comes from.
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

/** As a browser writes it: in small letters, and without the dot that a full name may end with. */
const nameOf = (host: string): string => host.toLowerCase().replace(/\.(?=:|$)/, '');
