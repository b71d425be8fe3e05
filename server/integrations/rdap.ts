import ky from 'ky';
import * as z from 'zod/mini';
import { readAtMost } from '../platform/read-at-most.ts';

/** What the registry says of a domain. `unknown`: it was not asked, or gave no answer that proves anything. */
export type Registration = 'registered' | 'free' | 'unknown';

export interface Rdap {
  find(domain: string): Promise<Registration>;
}

const WAIT_MS = 5_000;
const DIRECTORY_BYTES = 2 * 1024 * 1024;
const ANSWER_BYTES = 256 * 1024;
const DIRECTORY_LIFE_MS = 24 * 60 * 60_000;

/**
 * Asks the registries of domains (RDAP, RFC 9082). `directoryUrl`: IANA's list of their servers (RFC 9224); null: nobody is asked. Only the
 * registry's own 404 counts as free, and only for a name directly below its ending: registries know nothing of names below those.
 */
export function openRdap(directoryUrl: string | null, now: () => number): Rdap {
  let kept: { directory: Directory; at: number } | null = null;
  async function readDirectory(url: string): Promise<Directory | null> {
    if (kept && now() - kept.at < DIRECTORY_LIFE_MS) return kept.directory;
    const { body } = await request(url, DIRECTORY_BYTES);
    const found = Directory.safeParse(body);
    if (found.success) kept = { directory: found.data, at: now() };
    return kept?.directory ?? null;
  }
  return {
    async find(domain) {
      if (directoryUrl === null) return 'unknown';
      try {
        const directory = await readDirectory(directoryUrl);
        const registry = directory && registryOf(directory, domain);
        if (!registry || !isService(registry.url, directoryUrl)) return 'unknown';
        const { status, body } = await request(`${registry.url}domain/${domain}`, ANSWER_BYTES);
        if (status === 200 && Registered.safeParse(body).success) return 'registered';
        const labels = domain.slice(0, -registry.ending.length - 1).split('.');
        return status === 404 && labels.length === 1 ? 'free' : 'unknown';
      } catch {
        // Unreachable, too slow or too long: all of them prove nothing.
        return 'unknown';
      }
    },
  };
}

type Directory = z.infer<typeof Directory>;
const Directory = z.object({ services: z.array(z.tuple([z.array(z.string()), z.array(z.string())])) });
const Registered = z.object({ objectClassName: z.literal('domain') });

/** The server of the longest ending that the list has. */
function registryOf({ services }: Directory, domain: string): { ending: string; url: string } | null {
  const endings = domain
    .split('.')
    .slice(1)
    .map((_label, at, labels) => labels.slice(at).join('.'));
  for (const ending of endings)
    for (const [of, urls] of services) {
      const url = of.some((one) => one.toLowerCase() === ending) ? urls.toSorted(httpsFirst)[0] : undefined;
      if (url !== undefined) return { ending, url: url.endsWith('/') ? url : `${url}/` };
    }
  return null;
}

const httpsFirst = (a: string, b: string) => Number(b.startsWith('https:')) - Number(a.startsWith('https:'));

/** The list may name https servers only, besides a test double on the same origin as the list. */
const isService = (url: string, directoryUrl: string): boolean =>
  URL.canParse(url) && (new URL(url).protocol === 'https:' || new URL(url).origin === new URL(directoryUrl).origin);

async function request(url: string, limit: number): Promise<{ status: number; body: unknown }> {
  const response = await ky.get(url, {
    timeout: WAIT_MS,
    retry: 0,
    throwHttpErrors: false,
    redirect: 'error',
    // Also while the answer is read.
    signal: AbortSignal.timeout(WAIT_MS),
    headers: { Accept: 'application/rdap+json, application/json' },
  });
  const bytes = await readAtMost(response, limit);
  if (bytes === null) throw new Error('The answer is too long');
  return { status: response.status, body: parse(bytes) };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // A 404 may have any body; what has to be read is checked by its schema.
    return null;
  }
}
