import { syncHeaders } from '../../contract/sync/calls.ts';
import { CSRF_HEADER } from './cookies.ts';

const allowedHeaders = ['Authorization', 'Content-Type', ...Object.values(syncHeaders), CSRF_HEADER].join(', ');

/** CORS headers for allowed origins. No credentials: such callers use the bearer token. */
export function corsHeaders(request: Request, allowedOrigins: string[]): Record<string, string> {
  const origin = request.headers.get('Origin');
  if (!origin || !allowedOrigins.includes(origin)) return {};
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': 'X-Request-Id, Retry-After',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
}

/** The response to a preflight request. */
export function preflight(request: Request, allowedOrigins: string[]): Response {
  const cors = corsHeaders(request, allowedOrigins);
  if (Object.keys(cors).length === 0) return new Response(null, { status: 204 });
  return new Response(null, {
    status: 204,
    headers: {
      ...cors,
      'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
      'Access-Control-Allow-Headers': allowedHeaders,
      'Access-Control-Max-Age': '600',
    },
  });
}
