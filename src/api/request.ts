import type { Args, Call } from '../../contract/call.ts';

/** The address of a call under `base`, with its path parameters and query filled in. */
export function urlOf<C extends Call>(base: string, call: C, args: Args<C>): string {
  const { path = {}, query = {} } = args as {
    path?: Record<string, string>;
    query?: Record<string, string | undefined>;
  };
  const filled = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name];
    if (value === undefined) throw new Error(`${call.name} needs the path parameter ${name}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams(
    Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
  return `${base}${filled}${search.size ? `?${search}` : ''}`;
}
