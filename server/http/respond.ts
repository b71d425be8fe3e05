import type { CallResult } from '../pipeline/result.ts';

/** Converts a result to a response. */
export function respond(result: CallResult, requestId: string): Response {
  const { status, data, meta, stats, notice, error, headers = {} } = result;
  // A stream brings its own response.
  if (data instanceof Response) return data;
  const body = error
    ? { ...error, request_id: requestId }
    : { data: data ?? null, ...(meta && { meta }), ...(stats && { stats }), ...(notice && { notice }) };
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
  });
}
