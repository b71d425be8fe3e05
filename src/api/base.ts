/** Where the API lives: `VITE_API_BASE_URL`, by default `/backend` on this page's origin (decisions, "Name and addresses"). */
export function apiBase(): string {
  // Written so that Vite finds it and fills it in; under plain Node there is no `env`.
  const configured = import.meta.env?.VITE_API_BASE_URL as string | undefined;
  return (configured || '/backend').replace(/\/+$/, '');
}

/** Absolute: a worker has an address of its own. */
export const absoluteApiBase = (): string => new URL(apiBase(), globalThis.location.href).href;
