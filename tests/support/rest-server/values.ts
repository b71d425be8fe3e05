/** A row as JSON has it. This server shares no type and no code with the product, like a server that somebody else built. */
export interface RestServerRow {
  id: string;
  [field: string]: unknown;
}

export interface RestRequest {
  method: string;
  /** Relative to the API's base, without the query: "/orders". */
  path: string;
  query: Record<string, string>;
  token: string | null;
  body: unknown;
}

export interface RestAnswer {
  status: number;
  body: unknown;
}

/** A refusal, thrown wherever it is found. */
export class Refused extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;
  constructor(status: number, code: string, message: string, more: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.body = { message, code, ...more };
  }
}

export const notFound = () => new Refused(404, 'not_found', 'Not found');

/** The fields of a body; none if the body is not an object. */
export const fieldsOf = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null ? { ...body } : {};

export function textOf(value: unknown, field: string): string {
  if (typeof value !== 'string' || value.trim() === '')
    throw new Refused(422, 'invalid_fields', `${field} is required`, { field_errors: { [field]: 'Required' } });
  return value.trim();
}
