import * as z from 'zod/mini';
import type { Result } from './send.ts';

/** A server that has only the specified calls may answer with other fields. `what`: "The server … keeps another chatbot than …". */
export async function checked<S extends z.ZodMiniType>(
  schema: S,
  what: string,
  request: Promise<Result<unknown>>,
): Promise<Result<z.infer<S>>> {
  const result = await request;
  if (!result.ok) return result;
  const { success, data } = z.safeParse(schema, result.data);
  if (success) return { ok: true, data };
  const message = `The server of this restaurant keeps another ${what} than this version knows`;
  return { ok: false, kind: 'refused', status: 200, error: { code: 'not_offered', message } };
}
