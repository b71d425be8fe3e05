import ky, { type KyInstance } from 'ky';
import { permissionOf, type Args, type Call, type Reply } from '../../contract/call.ts';
import type { ErrorBody, Meta, Notice } from '../../contract/errors.ts';
import { fixedTexts } from '../../contract/fixed-texts.ts';
import { syncHeaders } from '../../contract/sync/calls.ts';
import type { Sign } from '../../contract/kitchen-mode/proof.ts';
import { lockKitchen } from '../session/kitchen-mode.ts';
import { endSession, session } from '../session/session.ts';
import { apiBase } from './base.ts';
import { urlOf } from './request.ts';
import { notAllowedText } from './who-may.ts';

export type Result<T> =
  | { ok: true; data: T; meta?: Meta; notice?: Notice; stats?: unknown }
  /** `offline`: no answer, or not one of the API. `refused`: the API answered with an error code. */
  | { ok: false; kind: 'offline' | 'refused'; status: number; error: ErrorBody };

export interface SendOptions {
  signal?: AbortSignal;
  /** Of another session than the current one. */
  token?: string | null;
  /** Signs for somebody who allows this one request. */
  approve?: Sign | null;
}

/** No time limit, and nothing is sent twice. */
const client: KyInstance = ky.create({ timeout: false, retry: 0, throwHttpErrors: false, credentials: 'same-origin' });

/**
 * Calls the API at once. For reading what is not mirrored, and for what cannot wait in the outbox (its offline rule is `online`). A
 * change that may be queued goes through `mutate`. Rejects only when `signal` is aborted.
 *
 * A 401 on any call but logout ends the session: "Please log in", login shown, the local database sealed (decisions).
 */
export async function send<C extends Call>(
  call: C,
  args: Args<C>,
  options: SendOptions = {},
): Promise<Result<Reply<C>>> {
  const response = await requestResponse(call, args, options);
  return response instanceof Response ? read(response, call) : response;
}

/** Like `send`, for a call that answers a file. */
export async function download<C extends Call>(call: C, args: Args<C>): Promise<Result<Blob>> {
  const response = await requestResponse(call, args, {});
  if (!(response instanceof Response)) return response;
  if (!response.ok) return read(response, call);
  try {
    return { ok: true, data: await response.blob() };
  } catch {
    // The connection broke in the middle of the file.
    return unreachable;
  }
}

export type Failure = Exclude<Result<never>, { ok: true }>;

async function requestResponse<C extends Call>(
  call: C,
  args: Args<C>,
  { signal, token = session.authToken, approve }: SendOptions,
): Promise<Response | Failure> {
  // Outside the `try`: a missing path parameter is a bug, not a lost connection.
  const ask = asker(call, args, { token, signal, approval: approve ? approvalOf(call, args as object, approve) : {} });
  let response: Response;
  try {
    response = await ask();
    // The first write of a browser that has a foreign cookie but not yet ours: the refusal has set the pair.
    if (response.status === 403 && call.method !== 'GET' && (await codeOf(response)) === 'csrf') response = await ask();
  } catch (error) {
    if (signal?.aborted) throw error;
    return unreachable;
  }
  // A late 401 for an older token says nothing about the session that has begun since.
  if (response.status === 401 && call.name !== 'auth.logout' && token !== null && session.authToken === token)
    endSession('unauthenticated');
  // The PIN's five minutes ended earlier than this device's clock says.
  if (response.status === 403 && (await codeOf(response)) === 'pin_needed') lockKitchen();
  return response;
}

const unreachable = {
  ok: false,
  kind: 'offline',
  status: 0,
  error: { code: 'offline', message: 'The server cannot be reached' },
} as const;

function asker<C extends Call>(
  call: C,
  args: Args<C>,
  { token, signal, approval }: { token: string | null; signal: AbortSignal | undefined; approval: object },
): () => Promise<Response> {
  const url = urlOf(apiBase(), call, args);
  const { body } = args as { body?: unknown };
  // Build the headers each time: the cookie may exist by then.
  return () =>
    client(url, {
      method: call.method,
      headers: { ...headersFor(call, token), ...approval },
      ...(body === undefined ? {} : body instanceof FormData ? { body } : { json: body }),
      ...(signal ? { signal } : {}),
    });
}

/** The headers of an approved request: what is approved has a key, and counts once. */
function approvalOf(call: Call, args: object, approve: Sign): Record<string, string> {
  const { path = {}, body } = args as { path?: Record<string, string>; body?: unknown };
  const key = crypto.randomUUID();
  const { person, proof } = approve({ key, call: call.name, path, body });
  return { [syncHeaders.key]: key, [syncHeaders.approval]: `${person}.${proof}` };
}

const codeOf = async (response: Response): Promise<unknown> => (await jsonOf(response.clone()))?.code;

function headersFor(call: Call, token: string | null): Record<string, string> {
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (token) headers.Authorization = `Bearer ${token}`;
  const csrf = typeof document === 'undefined' ? null : /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1];
  if (csrf && call.method !== 'GET') headers['X-XSRF-TOKEN'] = decodeURIComponent(csrf);
  return headers;
}

async function read<T>(response: Response, call: Call): Promise<Result<T>> {
  const json = await jsonOf(response);
  if (response.ok && json && 'data' in json) {
    const meta = (json.meta ?? json.meta_data) as Meta | undefined;
    return {
      ok: true,
      data: json.data as T, // the server's own contract test checks its replies against the schema
      ...(meta ? { meta } : {}),
      ...(json.notice ? { notice: json.notice as Notice } : {}),
      ...(json.stats ? { stats: json.stats } : {}),
    };
  }
  if (!response.ok && json && typeof json.code === 'string') {
    const error = json as unknown as ErrorBody;
    const permission = error.code === 'not_allowed' ? permissionOf(call) : null;
    if (permission) {
      error.message = notAllowedText(permission);
      followRole();
    }
    return { ok: false, kind: 'refused', status: response.status, error };
  }
  // A firewall or proxy may refuse with nothing, or with JSON that has no code of ours.
  if (response.status >= 400 && response.status < 500 && json)
    return { ok: false, kind: 'refused', status: response.status, error: byStatus(response.status, json.message) };
  return {
    ok: false,
    kind: 'offline',
    status: response.status,
    error: { code: 'not_the_api', message: 'Something answered in place of the API' },
  };
}

/** The screens offered what the role does not have: it was changed. Loaded late, because the account is asked for by this module. */
function followRole(): void {
  void import('../session/account.ts').then(
    ({ refreshAccount }) => refreshAccount(),
    () => undefined,
  );
}

function byStatus(status: number, message: unknown): ErrorBody {
  if (status === 401) return { code: 'unauthenticated', message: fixedTexts.unauthenticated };
  const code = status === 404 ? 'not_found' : status === 429 ? 'too_many' : 'refused';
  return { code, message: typeof message === 'string' && message !== '' ? message : 'The server refuses this' };
}

/** Null: the answer is not JSON. An empty body counts as an empty object of the API. */
async function jsonOf(response: Response): Promise<Record<string, unknown> | null> {
  try {
    const text = await response.text();
    const value: unknown = text === '' ? {} : JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    // A proxy's page, or a connection that broke in the middle of the answer.
    return null;
  }
}
