/** The address of the API: `VITE_API_BASE_URL`, by default `/backend` on this page's origin (decisions, "Name and addresses"). */
export function apiBase(): string {
  // Written so that Vite finds and replaces it; in plain Node there is no `env`.
  const configured = import.meta.env?.VITE_API_BASE_URL as string | undefined;
  return (configured || '/backend').replace(/\/+$/, '');
}

/** Absolute, because a worker has a different base address. */
export const absoluteApiBase = (): string => new URL(apiBase(), globalThis.location.href).href;
