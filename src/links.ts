type Query = Record<string, string | undefined>;

/** Addresses of the app. Ids are encoded here, so that no screen puts an address together by hand. */
export const links = {
  login: (next?: string) => withQuery('/login', { next }),
  register: (next?: string) => withQuery('/register', { next }),
  forgotPassword: (next?: string) => withQuery('/forgot-password', { next }),
  verifyEmail: (email: string, next?: string) => withQuery('/verify-email', { email, next }),
  complete: (next?: string) => withQuery('/complete', { next }),
  logout: () => '/logout',
  /** `date`: a business day or a range of them. */
  insights: (query: Query = {}) => withQuery('/restaurant/insights', query),
  help: () => '/restaurant/help',
  /** `tab`: notifications, wallet or subscription; none: this device and account. */
  settings: (query: Query = {}) => withQuery('/restaurant/settings', query),
  kitchen: () => withQuery('/restaurant/orders', { view: 'kitchen' }),
  orders: (query: Query = {}) => withQuery('/restaurant/orders', query),
  /** Orders by hand: a new one, the correction of `order`, the refused one whose dead letter is `failed`, or what was begun in `chat`. */
  counter: (query: Query = {}) => withQuery('/restaurant/orders', { view: 'counter', ...query }),
  /** `failed`: the key of a refused new reservation, to correct it. `chat`: where one was begun. */
  reservations: (query: Query = {}) => withQuery('/restaurant/orders', { view: 'reservations', ...query }),
  reservation: (id: string) => withQuery('/restaurant/orders', { view: 'reservations', reservation: id }),
  order: (orderId: string) => `/restaurant/orders/${encodeURIComponent(orderId)}`,
  chats: (query: Query = {}) => withQuery('/restaurant/chats', query),
  /** The chats of one customer, the newest first; `chat` names another of them. */
  chat: (customerId: string, query: Query = {}) =>
    withQuery(`/restaurant/chats/${encodeURIComponent(customerId)}`, query),
  chatbot: () => '/restaurant/chatbot',
  chatbotSetup: () => '/restaurant/chatbot/setup',
  chatbotManage: () => '/restaurant/chatbot/manage',
  channels: () => '/restaurant/channels',
  /** Where a channel is set up; `again` names the one whose details are entered once more. */
  channel: (type: string, again?: string) => withQuery(`/restaurant/channels/${encodeURIComponent(type)}`, { again }),
  payments: (query: Query = {}) => withQuery('/restaurant/payments', query),
  payment: (paymentId: string) => `/restaurant/payments/${encodeURIComponent(paymentId)}`,
  /** The payment with the question how much of it is given back. */
  refund: (paymentId: string) => withQuery(`/restaurant/payments/${encodeURIComponent(paymentId)}`, { refund: '1' }),
  customers: (query: Query = {}) => withQuery('/restaurant/customers', query),
  customer: (customerId: string) => withQuery('/restaurant/customers', { customer: customerId }),
  promotions: (query: Query = {}) => withQuery('/restaurant/customers', { tab: 'promotions', ...query }),
  promotion: (promotionId: string) => withQuery('/restaurant/customers', { tab: 'promotions', promotion: promotionId }),
  menu: (query: Query = {}) => withQuery('/restaurant/menu', query),
  /** `upload`: one that was sent already; `menu`: the menu that it is compared with. */
  menuUpload: (query: Query = {}) => withQuery('/restaurant/menu/upload', query),
  availability: () => '/restaurant/menu?view=availability',
  /** `view`: codes, the QR codes of the tables. */
  website: (query: Query = {}) => withQuery('/restaurant/website', query),
  inventory: (query: Query = {}) => withQuery('/restaurant/inventory', query),
  inventoryItem: (inventoryId: string) => withQuery('/restaurant/inventory', { item: inventoryId }),
  categories: (menuId: string) => `/restaurant/menu/${encodeURIComponent(menuId)}/category`,
  items: (menuId: string, categoryId: string, query: Query = {}) =>
    withQuery(`/restaurant/menu/${encodeURIComponent(menuId)}/category/${encodeURIComponent(categoryId)}`, query),
};

function withQuery(path: string, query: Query): string {
  const search = new URLSearchParams(
    Object.entries(query).filter((pair): pair is [string, string] => Boolean(pair[1])),
  );
  return search.size > 0 ? `${path}?${search}` : path;
}
