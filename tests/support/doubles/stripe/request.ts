import { randomBytes } from 'node:crypto';

/** An error as Stripe answers it. */
export class StripeFault extends Error {
  readonly status: number;
  readonly body: { error: { type: string; code?: string; message: string; param?: string } };
  constructor(status: number, error: { type?: string; code?: string; message: string; param?: string }) {
    super(error.message);
    this.status = status;
    this.body = { error: { type: 'invalid_request_error', ...error } };
  }
}

/** Parameters by dotted path: `line_items[0][quantity]=1` is "line_items.0.quantity". */
export type Params = ReadonlyMap<string, string>;

export function readParams(form: URLSearchParams): Params {
  return new Map(
    [...form].map(([key, value]) => [key.replaceAll(']', '').replaceAll('[', '.').replace(/\.$/, ''), value]),
  );
}

/** Refuses what the route does not know, as Stripe does. `allowed`: paths with # for an index and * for a name. */
export function checkParams(params: Params, allowed: readonly string[]): void {
  const known = [...allowed, 'expand.#'].map(
    (path) =>
      new RegExp(
        `^${path
          .replaceAll('.', String.raw`\.`)
          .replaceAll('#', String.raw`\d+`)
          .replaceAll('*', '[^.]+')}$`,
      ),
  );
  for (const key of params.keys())
    if (!known.some((pattern) => pattern.test(key)))
      throw new StripeFault(400, {
        code: 'parameter_unknown',
        message: `Received unknown parameter: ${key}`,
        param: key,
      });
}

export function need(params: Params, name: string): string {
  const value = params.get(name);
  if (value === undefined || value === '')
    throw new StripeFault(400, { code: 'parameter_missing', message: `Missing required param: ${name}.`, param: name });
  return value;
}

export function needAmount(params: Params, name: string): number {
  const value = need(params, name);
  if (!/^[1-9]\d{0,8}$/.test(value))
    throw new StripeFault(400, {
      code: 'parameter_invalid_integer',
      message: `Invalid integer: ${value}`,
      param: name,
    });
  return Number(value);
}

/** The fields below a path, such as `metadata`. */
export function fieldsOf(params: Params, path: string): Record<string, string> {
  const prefix = `${path}.`;
  return Object.fromEntries(
    [...params].flatMap(([key, value]) => (key.startsWith(prefix) ? [[key.slice(prefix.length), value]] : [])),
  );
}

export const newStripeId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;
