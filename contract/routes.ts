/**
 * Who may see a page.
 * - `none`: anybody.
 * - `guest-only`: a signed-in visit goes to the app.
 * - `requires-auth`: signed in, whatever the onboarding state.
 * - `app`: signed in, verified, with a complete profile.
 */
export type Guard = 'none' | 'guest-only' | 'requires-auth' | 'app';

/** Loading bar settings of one route; for missing ones, the defaults of `src/shell/navigation/loading-bar.ts`. */
export interface Progress {
  color?: string;
  failColor?: string;
  location?: 'top' | 'bottom';
  transition?: { speed: string; opacity: string; termination: number };
}

export interface RouteData {
  guard: Guard;
  /** Heading of the page; with the product's name, the document's title. */
  title: string;
  redirect?: string;
  progress?: Progress;
}

/** Every path of the product as plain data for server and pages. `:name` is one path segment. */
export const routes = {
  '/': { guard: 'none', title: 'Galley', redirect: '/login' },
  '/contact-us': { guard: 'none', title: 'Contact us' },
  '/privacy-policy': { guard: 'none', title: 'Privacy policy' },
  '/terms-of-use': { guard: 'none', title: 'Terms of use' },
  '/business': { guard: 'none', title: 'Galley for business' },
  '/restaurant': { guard: 'none', title: 'Galley for restaurants' },
  '/company': { guard: 'none', title: 'The company' },
  '/success': { guard: 'none', title: 'Your payment' },
  '/failure': { guard: 'none', title: 'Your payment' },
  '/failed': { guard: 'none', title: 'Your payment' },
  '/login': { guard: 'guest-only', title: 'Sign in' },
  '/register': { guard: 'guest-only', title: 'Create an account' },
  '/forgot-password': { guard: 'guest-only', title: 'Forgot your password' },
  '/confirm-forgot-password': { guard: 'guest-only', title: 'Set a new password' },
  '/google-login': { guard: 'guest-only', title: 'Sign in with Google' },
  '/auth/google': { guard: 'guest-only', title: 'Sign in with Google' },
  '/join': { guard: 'none', title: 'Join a restaurant' },
  '/verify-email': { guard: 'requires-auth', title: 'Check your e-mail' },
  '/complete': { guard: 'requires-auth', title: 'Your restaurant' },
  '/logout': { guard: 'none', title: 'Log out' },
  '/restaurant/insights': { guard: 'app', title: 'Insights' },
  '/restaurant/orders': { guard: 'app', title: 'Orders' },
  '/restaurant/orders/:orderId': { guard: 'app', title: 'Order' },
  '/restaurant/chats': { guard: 'app', title: 'Chats' },
  '/restaurant/chats/:customerId': { guard: 'app', title: 'Chat' },
  '/restaurant/payments': { guard: 'app', title: 'Payments' },
  '/restaurant/payments/:paymentId': { guard: 'app', title: 'Payment' },
  '/restaurant/channels': { guard: 'app', title: 'Channels' },
  '/restaurant/channels/:channelType': { guard: 'app', title: 'Channel' },
  '/restaurant/channels/:channelType/callback': { guard: 'app', title: 'Channel' },
  '/restaurant/chatbot': { guard: 'app', title: 'Chatbot' },
  '/restaurant/chatbot/manage': { guard: 'app', title: 'Manage the chatbot' },
  '/restaurant/chatbot/setup': { guard: 'app', title: 'Set up the chatbot' },
  '/restaurant/menu': { guard: 'app', title: 'Menu' },
  '/restaurant/menu/upload': { guard: 'app', title: 'Upload a menu' },
  '/restaurant/menu/:menuId/category': { guard: 'app', title: 'Categories' },
  '/restaurant/menu/:menuId/category/:categoryId': { guard: 'app', title: 'Items' },
  '/restaurant/customers': { guard: 'app', title: 'Customers' },
  '/restaurant/inventory': { guard: 'app', title: 'Inventory' },
  '/restaurant/integrations': { guard: 'app', title: 'Insights' },
  '/restaurant/website': { guard: 'app', title: 'Website' },
  '/restaurant/settings': { guard: 'app', title: 'Settings' },
  '/restaurant/help': { guard: 'app', title: 'Insights' },
} as const satisfies Record<string, RouteData>;

export type RoutePath = keyof typeof routes;

export const APP_INDEX: RoutePath = '/restaurant/insights';

export interface RouteMatch {
  path: RoutePath;
  params: Record<string, string>;
}

const segment = /:(\w+)/g;

/** A pattern of `routes` as a regular expression with named groups. A trailing slash is allowed. */
export const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(segment, '(?<$1>[^/]+)')}/?$`);

// Fixed segments win over parameters: /restaurant/menu/upload is not a menu book.
const patterns = (Object.keys(routes) as RoutePath[])
  .toSorted((a, b) => a.split(':').length - b.split(':').length)
  .map((path) => [path, patternOf(path)] as const);

/** The route of a path without its query; null if there is no such page. */
export function matchRoute(pathname: string): RouteMatch | null {
  for (const [path, pattern] of patterns) {
    const found = pattern.exec(pathname);
    if (found) return { path, params: decodeAll(found.groups ?? {}) };
  }
  return null;
}

function decodeAll(groups: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decode(value)]));
}

// A malformed escape is normal input: keep the text, and the screen will find no such row.
function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
