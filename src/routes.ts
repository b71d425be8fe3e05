import type { ComponentType } from 'react';
import { type RoutePath } from '../contract/routes.ts';

export type Screen = ComponentType & {
  /** Asks the open database for what the page of this address shows first, before anything is drawn. */
  ahead?: (search: string) => Promise<void>;
};
type Load = () => Promise<Screen>;

const notYet: Load = () => import('./features/not-built/NotBuiltScreen.tsx').then((m) => m.NotYetScreen);
/** Shown in the place of a public page that the network did not bring: site/ has the pages themselves. */
const absent: Load = () => import('./features/public-pages/AbsentPageScreen.tsx').then((m) => m.AbsentPageScreen);
const insights: Load = () => import('./features/insights/InsightsScreen.tsx').then((m) => m.InsightsScreen);
const failure: Load = () => import('./features/results/ResultScreen.tsx').then((m) => m.FailureScreen);

/** The screen of each route, loaded when it is first needed. One line each: tools/size.ts reads them. */
export const screens: Record<Exclude<RoutePath, '/'>, Load> = {
  '/contact-us': absent,
  '/privacy-policy': absent,
  '/terms-of-use': absent,
  '/business': absent,
  '/restaurant': absent,
  '/company': absent,
  '/success': () => import('./features/results/ResultScreen.tsx').then((m) => m.SuccessScreen),
  '/failure': failure,
  '/failed': failure,
  '/login': () => import('./features/auth/LoginScreen.tsx').then((m) => m.LoginScreen),
  '/register': () => import('./features/auth/RegisterScreen.tsx').then((m) => m.RegisterScreen),
  '/forgot-password': () => import('./features/auth/ForgotScreen.tsx').then((m) => m.ForgotScreen),
  '/confirm-forgot-password': () => import('./features/auth/ResetScreen.tsx').then((m) => m.ResetScreen),
  '/google-login': () => import('./features/auth/GoogleLoginScreen.tsx').then((m) => m.GoogleLoginScreen),
  '/auth/google': () => import('./features/auth/ProviderReturnScreen.tsx').then((m) => m.ProviderReturnScreen),
  '/verify-email': () => import('./features/auth/VerifyScreen.tsx').then((m) => m.VerifyScreen),
  '/complete': () => import('./features/auth/CompleteScreen.tsx').then((m) => m.CompleteScreen),
  '/logout': () => import('./features/auth/LogoutScreen.tsx').then((m) => m.LogoutScreen),
  '/restaurant/insights': insights,
  '/restaurant/orders': () => import('./features/orders/OrdersScreen.tsx').then((m) => m.OrdersScreen),
  '/restaurant/orders/:orderId': () => import('./features/orders/OrderScreen.tsx').then((m) => m.OrderScreen),
  '/restaurant/chats': () => import('./features/chats/ChatsScreen.tsx').then((m) => m.ChatsScreen),
  '/restaurant/chats/:customerId': () => import('./features/chats/ChatsScreen.tsx').then((m) => m.ChatsScreen),
  '/restaurant/payments': notYet,
  '/restaurant/payments/:paymentId': notYet,
  '/restaurant/channels': () => import('./features/channels/ChannelsScreen.tsx').then((m) => m.ChannelsScreen),
  '/restaurant/channels/:channelType': () =>
    import('./features/channels/ChannelScreen.tsx').then((m) => m.ChannelScreen),
  '/restaurant/channels/:channelType/callback': notYet,
  '/restaurant/chatbot': notYet,
  '/restaurant/chatbot/manage': notYet,
  '/restaurant/chatbot/setup': notYet,
  '/restaurant/menu': () => import('./features/menu/MenuScreen.tsx').then((m) => m.MenuScreen),
  '/restaurant/menu/upload': notYet,
  '/restaurant/menu/:menuId/category': () =>
    import('./features/menu/CategoriesScreen.tsx').then((m) => m.CategoriesScreen),
  '/restaurant/menu/:menuId/category/:categoryId': () =>
    import('./features/menu/ItemsScreen.tsx').then((m) => m.ItemsScreen),
  '/restaurant/customers': () => import('./features/customers/CustomersScreen.tsx').then((m) => m.CustomersScreen),
  '/restaurant/inventory': notYet,
  '/restaurant/integrations': insights,
  '/restaurant/website': notYet,
  '/restaurant/settings': () => import('./features/settings/SettingsScreen.tsx').then((m) => m.SettingsScreen),
  '/restaurant/help': insights,
};

/** Views of a screen's address that are a feature of their own: `?view=counter` of the orders. */
export const views = {
  counter: () =>
    import('./features/point-of-sale/PointOfSaleScreen.tsx').then((m) => ({ default: m.PointOfSaleScreen })),
};

/** In the place of a page that a kitchen's device may not show yet. */
export const pin: Load = () => import('./features/settings/kitchen-mode/PinScreen.tsx').then((m) => m.PinScreen);
export const notFound: Load = () => import('./features/not-found/NotFoundScreen.tsx').then((m) => m.NotFoundScreen);

/** What the header's "Taking orders" opens, on whatever page. */
export const orderingPanel = () => import('./features/ordering/OrderingPanel.tsx').then((m) => m.OrderingPanel);

/** Accept on a notification, wherever the app stands then. */
export const acceptPushed = () => import('./features/orders/accept-pushed.ts').then((m) => m.acceptPushed);

/** Notifications while the app is closed: in the panel of notifications and among the settings of this device. */
export const pushControl = () => import('./features/notifications/push/PushControl.tsx').then((m) => m.PushControl);

type Query = Record<string, string | undefined>;

/** Addresses of the app. Ids are encoded here, so that no screen puts an address together by hand. */
export const links = {
  login: (next?: string) => withQuery('/login', { next }),
  register: (next?: string) => withQuery('/register', { next }),
  forgotPassword: (next?: string) => withQuery('/forgot-password', { next }),
  verifyEmail: (email: string, next?: string) => withQuery('/verify-email', { email, next }),
  complete: (next?: string) => withQuery('/complete', { next }),
  logout: () => '/logout',
  insights: () => '/restaurant/insights',
  settings: () => '/restaurant/settings',
  kitchen: () => withQuery('/restaurant/orders', { view: 'kitchen' }),
  orders: (query: Query = {}) => withQuery('/restaurant/orders', query),
  /** Orders by hand: a new one, or the correction of `order`, or the refused one whose dead letter is `letter`. */
  counter: (query: Query = {}) => withQuery('/restaurant/orders', { view: 'counter', ...query }),
  order: (orderId: string) => `/restaurant/orders/${encodeURIComponent(orderId)}`,
  chats: (query: Query = {}) => withQuery('/restaurant/chats', query),
  /** The chats of one customer, the newest first; `chat` names another of them. */
  chat: (customerId: string, query: Query = {}) =>
    withQuery(`/restaurant/chats/${encodeURIComponent(customerId)}`, query),
  channels: () => '/restaurant/channels',
  /** Where a channel is set up; `again` names the one whose details are entered once more. */
  channel: (type: string, again?: string) => withQuery(`/restaurant/channels/${encodeURIComponent(type)}`, { again }),
  customers: (query: Query = {}) => withQuery('/restaurant/customers', query),
  customer: (customerId: string) => withQuery('/restaurant/customers', { customer: customerId }),
  menu: (query: Query = {}) => withQuery('/restaurant/menu', query),
  availability: () => '/restaurant/menu?view=availability',
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
