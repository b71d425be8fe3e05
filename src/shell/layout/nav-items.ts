import {
  ArrowTrending20Filled,
  ArrowTrending20Regular,
  Bot20Filled,
  Bot20Regular,
  Box20Filled,
  Box20Regular,
  CalendarLtr20Filled,
  CalendarLtr20Regular,
  Chat20Filled,
  Chat20Regular,
  Food20Filled,
  Food20Regular,
  Globe20Filled,
  Globe20Regular,
  People20Filled,
  People20Regular,
  PlugDisconnected20Filled,
  PlugDisconnected20Regular,
  QuestionCircle20Filled,
  QuestionCircle20Regular,
  Receipt20Filled,
  Receipt20Regular,
  Settings20Filled,
  Settings20Regular,
  Wallet20Filled,
  Wallet20Regular,
  type FluentIcon,
} from '@fluentui/react-icons';
import type { PinFor } from '../../../contract/kitchen-mode/calls.ts';
import { isOpenAt, opens } from '../../session/opens.ts';
import type { Role } from '../../../contract/people/permissions.ts';
import type { RoutePath } from '../../../contract/routes.ts';
import { links } from '../../links.ts';

export interface NavItem {
  label: string;
  to: RoutePath;
  /** A view of that address, which is a place of its own. */
  view?: 'reservations';
  icon: FluentIcon;
  /** The filled icon of the current place. */
  current: FluentIcon;
}

const place = (label: string, to: RoutePath, icon: FluentIcon, current: FluentIcon): NavItem => ({
  label,
  to,
  icon,
  current,
});

const insights = place('Insights', '/restaurant/insights', ArrowTrending20Regular, ArrowTrending20Filled);
const orders = place('Orders', '/restaurant/orders', Receipt20Regular, Receipt20Filled);
const chats = place('Chats', '/restaurant/chats', Chat20Regular, Chat20Filled);
const reservations: NavItem = {
  ...place('Reservations', '/restaurant/orders', CalendarLtr20Regular, CalendarLtr20Filled),
  view: 'reservations',
};
const menu = place('Menu', '/restaurant/menu', Food20Regular, Food20Filled);
const customers = place('Customers', '/restaurant/customers', People20Regular, People20Filled);
const payments = place('Payments', '/restaurant/payments', Wallet20Regular, Wallet20Filled);

const groups: { label: string; places: NavItem[] }[] = [
  { label: 'Service', places: [insights, orders, reservations, chats] },
  {
    label: 'Sell',
    places: [
      menu,
      place('Inventory', '/restaurant/inventory', Box20Regular, Box20Filled),
      customers,
      place('Website', '/restaurant/website', Globe20Regular, Globe20Filled),
    ],
  },
  {
    label: 'Money and links',
    places: [
      payments,
      place('Channels', '/restaurant/channels', PlugDisconnected20Regular, PlugDisconnected20Filled),
      place('Chatbot', '/restaurant/chatbot', Bot20Regular, Bot20Filled),
    ],
  },
];

/** Opens over the page that the person is on. */
export const help = place('Help', '/restaurant/help', QuestionCircle20Regular, QuestionCircle20Filled);

const last: NavItem[] = [place('Settings', '/restaurant/settings', Settings20Regular, Settings20Filled), help];

/** The phone's bar has room for four; the fifth place is "More". */
const IN_BAR = 4;
const forBar: NavItem[] = [orders, menu, chats, insights, reservations, customers, payments];

/** Who uses this device. */
export interface Standing {
  role: Role;
  /** In kitchen mode, what a PIN would open now. */
  lock: PinFor | null;
}

/** Where a place leads. Who does not edit the menu, and kitchen mode, where the PIN protects it, get the availability board instead. */
export const hrefOf = ({ to, view }: NavItem, { role, lock }: Standing): string => {
  if (view) return links.reservations();
  return to === '/restaurant/menu' && (lock || !opens(role, to)) ? links.availability() : to;
};

const isShown = (standing: Standing) => (item: NavItem) =>
  item === help || opens(standing.role, hrefOf(item, standing));

/** The places that the person's role opens. */
export const placesFor = (standing: Standing): { groups: typeof groups; last: NavItem[]; inBar: NavItem[] } => ({
  groups: groups
    .map(({ label, places }) => ({ label, places: places.filter(isShown(standing)) }))
    .filter(({ places }) => places.length > 0),
  last: last.filter(isShown(standing)),
  inBar: forBar.filter(isShown(standing)).slice(0, IN_BAR),
});

/** Whether kitchen mode's PIN protects this place. */
export const isClosed = (item: NavItem, standing: Standing): boolean =>
  standing.lock !== null && item !== help && !isOpenAt(standing.lock, hrefOf(item, standing));

/** The places that open without a PIN, for the search. */
export const openPlaces = (standing: Standing): { label: string; href: string }[] => {
  const shown = placesFor(standing);
  return [...shown.groups.flatMap(({ places }) => places), ...shown.last]
    .filter((item) => item !== help && !isClosed(item, standing))
    .map((item) => ({ label: item.label, href: hrefOf(item, standing) }));
};

/** Whether `pathname` is at or under `to`. */
export const isWithin = (to: string, pathname: string): boolean => pathname === to || pathname.startsWith(`${to}/`);

/** Whether a place is the current one: a view of an address is not the address itself. */
export const isCurrentPlace = ({ to, view }: NavItem, pathname: string, search: string): boolean =>
  isWithin(to, pathname) &&
  (view ?? '') ===
    (new URLSearchParams(search).get('view') === 'reservations' && to === '/restaurant/orders' ? 'reservations' : '');
