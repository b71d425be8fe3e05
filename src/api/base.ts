/** Where the API lives: `VITE_API_BASE_URL`, by default `/backend` on this page's origin (decisions, "Name and addresses"). */
export function apiBase(): string {
  const env = (import.meta as { env?: { VITE_API_BASE_URL?: string } }).env;
  return (env?.VITE_API_BASE_URL || '/backend').replace(/\/+$/, '');
}

/** Absolute: a worker has an address of its own. */
export const absoluteApiBase = (): string => new URL(apiBase(), globalThis.location.href).href;
