import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A WhatsApp Business Account with its numbers, and the tokens that may see it. */
interface Account {
  waba_id: string;
  numbers: { id: string; display_phone_number: string; verified_name: string; quality_rating: string }[];
}

interface Fault {
  status: number;
  error: { message: string; type: string; code: number; error_subcode?: number; is_transient?: boolean };
}

/** Test double of Meta's Graph API for WhatsApp numbers: addresses, paging and errors. */
export interface GraphDouble {
  settings: Record<string, string>;
  /** The accounts that each token may read. */
  tokens: Map<string, Account[]>;
  /** Tokens without the required permission. */
  bare: Set<string>;
  /** The answer to every request until it is null again. `html` is a proxy's error page; `hangs up` is no answer at all. */
  trouble: Fault | 'html' | 'hangs up' | null;
  /** Runs while a request is being answered. */
  meanwhile: (() => Promise<void>) | null;
  /** Numbers per page of a list. */
  pageSize: number;
  /** Path and query of each request, with its token. */
  requests: { path: string; token: string | null }[];
  close(): Promise<void>;
}

export async function startGraph(): Promise<GraphDouble> {
  const server = createServer((request, response) => {
    void Promise.resolve(double.meanwhile?.()).then(() =>
      answer(request.url!, tokenOf(request.headers.authorization), response),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const double: GraphDouble = {
    settings: { META_GRAPH_URL: url },
    tokens: new Map(),
    bare: new Set(),
    trouble: null,
    meanwhile: null,
    pageSize: 25,
    requests: [],
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  function answer(address: string, token: string | null, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(address, url);
    double.requests.push({ path: address, token });
    if (double.trouble === 'hangs up') return void response.destroy();
    if (double.trouble === 'html') return void response.writeHead(502).end('<html>Bad gateway</html>');
    if (double.trouble) return refuse(response, double.trouble);
    const accounts = token === null ? undefined : double.tokens.get(token);
    if (!accounts) return refuse(response, invalidToken);
    if (double.bare.has(token!)) return refuse(response, missingPermission);
    const [, version, id, edge] = pathname.split('/');
    if (version !== 'v26.0') return refuse(response, unknownObject);
    if (edge === 'phone_numbers') return list(response, accounts, id!, searchParams);
    const number = accounts.flatMap(({ numbers }) => numbers).find((one) => one.id === id);
    if (edge !== undefined || !number) return refuse(response, unknownObject);
    const fields = (searchParams.get('fields') ?? '').split(',');
    respond(
      response,
      200,
      Object.fromEntries(Object.entries(number).filter(([name]) => name === 'id' || fields.includes(name))),
    );
  }

  function list(response: ServerResponse, accounts: Account[], wabaId: string, query: URLSearchParams): void {
    const account = accounts.find(({ waba_id }) => waba_id === wabaId);
    if (!account) return refuse(response, unknownObject);
    const size = Math.min(Number(query.get('limit') ?? 25), double.pageSize);
    const from = Number(query.get('after') ?? 0);
    const isMore = from + size < account.numbers.length;
    respond(response, 200, {
      data: account.numbers.slice(from, from + size).map(({ id }) => ({ id })),
      paging: {
        cursors: { before: String(from), after: String(from + size) },
        ...(isMore && { next: 'https://elsewhere.example/next?access_token=x' }),
      },
    });
  }

  return double;
}

const tokenOf = (header: string | undefined) => header?.replace(/^Bearer /, '') ?? null;

const invalidToken: Fault = {
  status: 401,
  error: { message: 'Error validating access token', type: 'OAuthException', code: 190 },
};
const missingPermission: Fault = {
  status: 403,
  error: { message: '(#200) You do not have permission', type: 'OAuthException', code: 200 },
};
const unknownObject: Fault = {
  status: 400,
  error: { message: 'Unsupported get request', type: 'GraphMethodException', code: 100, error_subcode: 33 },
};

const refuse = (response: ServerResponse, { status, error }: Fault): void =>
  respond(response, status, { error: { ...error, fbtrace_id: 'A' } });

function respond(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
