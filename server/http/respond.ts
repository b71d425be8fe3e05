import type { CallResult } from '../pipeline/result.ts';

/** What `serve` answers, as a response. */
export function respond(served: CallResult, requestId: string): Response {
  const { status, data, meta, notice, error, headers = {} } = served;
  // A stream brings its own response.
  if (data instanceof Response) return data;
  const body = error
    ? { ...error, request_id: requestId }
    : { data: data ?? null, ...(meta && { meta }), ...(notice && { notice }) };
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
  });
}
