interface Policies {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL: (url: string) => string };
}

/**
 * The page's only Trusted Types policy, `galley`: addresses of workers and of the service worker, from this origin only. Without
 * Trusted Types in the browser the address is returned unchanged.
 */
export function scriptUrl(url: string): string {
  policy ??= (globalThis as { trustedTypes?: Policies }).trustedTypes?.createPolicy('galley', {
    createScriptURL: sameOrigin,
  });
  return policy ? policy.createScriptURL(url) : sameOrigin(url);
}

let policy: ReturnType<Policies['createPolicy']> | undefined;

function sameOrigin(url: string): string {
  const { origin } = globalThis.location;
  if (new URL(url, origin).origin !== origin) throw new TypeError(`A script of another origin: ${url}`);
  return url;
}
