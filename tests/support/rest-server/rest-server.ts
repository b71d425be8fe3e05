import { specified } from '../../spec/calls.ts';
import * as chats from './chats.ts';
import * as menu from './menu.ts';
import * as orders from './orders.ts';
import { newest, page } from './pages.ts';
import { makeStore, type RestServerStore } from './store.ts';
import { fieldsOf, notFound, Refused, type RestAnswer, type RestRequest } from './values.ts';

/** One entry of the log. */
export interface Logged {
  /** "POST /orders/{id}/status"; for a call that the specification lacks, the method and path as they came. */
  call: string;
  isSpecified: boolean;
  status: number;
  path: string;
  body: unknown;
}

/**
 * A server written from the specification's calls and data dictionary alone: no push, no pull, no stream, no client ids, no keys. It
 * logs each call.
 */
export interface RestServer {
  store: RestServerStore;
  log: Logged[];
  /** Ends all sessions: the next call is a 401. */
  endSessions(): void;
  handle(request: RestRequest): RestAnswer;
}

type Handler = (args: { params: Record<string, string>; request: RestRequest; store: RestServerStore }) => unknown;

const lines = Object.values(specified)
  .flat()
  .map((line) => {
    const [method = '', path = '', access] = line.split(' ');
    const pattern = new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
    return { call: `${method} ${path}`, method, pattern, isPublic: access === 'public' };
  })
  // Static segments win over parameters.
  .toSorted((a, b) => a.call.split('{').length - b.call.split('{').length);

export function makeRestServer(now: () => number = Date.now): RestServer {
  const store = makeStore(now);
  let tokens = new Set<string>();
  let signedIn = 0;

  const handlers: Record<string, Handler> = {
    ...common,
    'POST /auth/login': ({ request }) => {
      const { email, password } = fieldsOf(request.body);
      if (email !== store.owner.email || password !== store.owner.password)
        throw new Refused(400, 'wrong_credentials', 'Wrong e-mail or password');
      const token = `plain-${++signedIn}`;
      tokens.add(token);
      return { data: { token, user: store.user, restaurant: store.restaurant } };
    },
  };

  const server: RestServer = {
    store,
    log: [],
    endSessions: () => void (tokens = new Set()),
    handle(request) {
      const line = lines.find((one) => one.method === request.method && one.pattern.test(request.path));
      const answer = answered(() => {
        if (!line) throw notFound();
        if (!line.isPublic && !tokens.has(request.token ?? ''))
          throw new Refused(401, 'unauthenticated', 'Please log in');
        const handler = handlers[line.call];
        if (!handler) throw new Refused(501, 'not_built', 'Nobody has built this yet');
        return handler({ params: line.pattern.exec(request.path)?.groups ?? {}, request, store });
      });
      const { path, body } = request;
      const call = line?.call ?? `${request.method} ${path}`;
      server.log.push({ call, isSpecified: line !== undefined, status: answer.status, path, body });
      return answer;
    },
  };
  return server;
}

/** Answers are copies, so that later changes do not alter them. */
function answered(run: () => unknown): RestAnswer {
  try {
    return { status: 200, body: structuredClone(run()) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { status: error.status, body: structuredClone(error.body) };
  }
}

const items = ({ rows }: RestServerStore, bookId?: string, categoryId?: string) =>
  rows.items.filter(
    (item) =>
      (bookId === undefined || item['menu_book_id'] === bookId) &&
      (categoryId === undefined || item['category_id'] === categoryId),
  );

const CATEGORY = '/menu/books/{id}/categories/{categoryId}';

const common: Record<string, Handler> = {
  'GET /auth/user': ({ store }) => ({ data: { user: store.user, restaurant: store.restaurant } }),
  'GET /dashboard/insights': ({ store }) => ({ data: { total_orders_count: store.rows.orders.length } }),
  'GET /dashboard/orders': ({ store }) => ({ data: newest(store.rows.orders, 'placed_at').slice(0, 10) }),
  'GET /dashboard/notifications/{entity}': ({ store, request, params }) => {
    if (!['restaurant', 'user'].includes(params['entity']!))
      throw new Refused(422, 'invalid_fields', 'Invalid notification entity');
    const rows = store.rows.notifications.filter((row) => row['entity'] === params['entity']);
    const { data, paging } = page(newest(rows, 'created_at'), request.query);
    return { data, ...paging };
  },
  'POST /dashboard/notifications/{entity}/mark-as-read': ({ store, request }) => {
    const ids = fieldsOf(request.body)['notification_ids'] as string[];
    for (const row of store.rows.notifications) if (ids.includes(row.id)) row['read_at'] ??= store.at();
    return { data: {} };
  },

  'GET /orders': ({ store, request }) => {
    const { order_status: status, order_type: type } = request.query;
    const rows = store.rows.orders.filter(
      (order) => (!status || order['order_status'] === status) && (!type || order['order_type'] === type),
    );
    const { data, paging } = page(newest(rows, 'placed_at'), request.query, { meta: 'meta_data' });
    return { data, ...paging };
  },
  'GET /orders/{id}': ({ store, params }) => ({ data: store.find('orders', params['id']!) }),
  'POST /orders/delete': ({ store, request }) => ({ data: orders.removeOrder(store, request.body) }),
  'POST /orders/{id}/status': ({ store, request, params }) => ({
    data: orders.setStatus(store, params['id']!, request.body),
  }),

  'GET /menu/books': ({ store, request }) => {
    const { data, paging } = page(store.rows.books, request.query, { meta: 'meta_data' });
    return { data, ...paging };
  },
  'POST /menu/books': ({ store, request }) => ({ data: menu.createBook(store, request.body) }),
  'GET /menu/books/{id}': ({ store, params }) => ({ data: menu.bookOf(store, params['id']!) }),
  'PUT /menu/books/{id}': ({ store, request, params }) => ({
    data: menu.edit(store, 'books', params['id']!, request.body),
  }),
  'DELETE /menu/books/{id}': ({ store, params }) => ({ data: menu.removeBook(store, params['id']!) }),
  'GET /menu': ({ store, request }) => {
    const { menu_book_id: book, category } = request.query;
    const { data, paging } = page(items(store, book, category), request.query, { limit: 100 });
    return { data, ...paging };
  },
  'POST /menu/books/{id}/categories': ({ store, request, params }) => ({
    data: menu.createCategory(store, params['id']!, request.body),
  }),
  [`DELETE ${CATEGORY}`]: ({ store, params }) => ({ data: menu.removeCategory(store, params['categoryId']!) }),
  [`GET ${CATEGORY}/items`]: ({ store, request, params }) => {
    const { data, paging } = page(items(store, params['id'], params['categoryId']), request.query, { limit: 100 });
    return { data, ...paging };
  },
  [`POST ${CATEGORY}/items`]: ({ store, request, params }) => ({
    data: menu.createItem(store, params['id']!, params['categoryId']!, request.body),
  }),
  [`PUT ${CATEGORY}/items/{itemId}`]: ({ store, request, params }) => ({
    data: menu.edit(store, 'items', params['itemId']!, request.body),
  }),
  [`PUT ${CATEGORY}/items/{itemId}/update-availability`]: ({ store, request, params }) => ({
    data: menu.setAvailability(store, params['itemId']!, request.body),
  }),
  [`POST ${CATEGORY}/items/delete`]: ({ store, request }) => ({ data: menu.removeItems(store, request.body) }),
  'GET /api/v1/restaurant/menu/items': ({ store, request }) => {
    const searched = (request.query['search'] ?? '').toLowerCase();
    const found = items(store).filter((item) => String(item['name']).toLowerCase().includes(searched));
    const { data, paging } = page(found, request.query, { limit: 10 });
    return { data, ...paging };
  },

  'GET /customers': ({ store, request }) => {
    const { data, paging } = page(newest(store.rows.customers, 'last_order_at'), request.query, { limit: 100 });
    return { data: { customers: data, dashboard: {} }, ...paging };
  },
  'GET /customers/{id}': ({ store, params }) => ({ data: store.find('customers', params['id']!) }),

  'GET /chat': ({ store, request }) => {
    const { data, paging } = page(newest(store.rows.chats, 'last_message_at'), request.query, { meta: 'meta_data' });
    return { data, ...paging };
  },
  'GET /chat/{id}': ({ store, params }) => ({ data: chats.chatOf(store, params['id']!) }),
  'POST /chat/{id}/pause': ({ store, params }) => ({ data: chats.pause(store, params['id']!, true) }),
  'POST /chat/{id}/resume': ({ store, params }) => ({ data: chats.pause(store, params['id']!, false) }),
  'POST /chat/{id}/message': ({ store, request, params }) => ({
    data: chats.sendMessage(store, params['id']!, request.body),
  }),
};
