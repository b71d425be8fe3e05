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
import { isKitchenPage } from '../../../contract/kitchen-mode/rules.ts';
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

export const groups: { label: string; places: NavItem[] }[] = [
  { label: 'Service', places: [insights, orders, reservations, chats] },
  {
    label: 'Sell',
    places: [
      menu,
      place('Inventory', '/restaurant/inventory', Box20Regular, Box20Filled),
      place('Customers', '/restaurant/customers', People20Regular, People20Filled),
      place('Website', '/restaurant/website', Globe20Regular, Globe20Filled),
    ],
  },
  {
    label: 'Money and links',
    places: [
      place('Payments', '/restaurant/payments', Wallet20Regular, Wallet20Filled),
      place('Channels', '/restaurant/channels', PlugDisconnected20Regular, PlugDisconnected20Filled),
      place('Chatbot', '/restaurant/chatbot', Bot20Regular, Bot20Filled),
    ],
  },
];

/** Opens over the page that the person is on. */
export const help = place('Help', '/restaurant/help', QuestionCircle20Regular, QuestionCircle20Filled);

export const lastNavItems: NavItem[] = [
  place('Settings', '/restaurant/settings', Settings20Regular, Settings20Filled),
  help,
];

/** Four of the five places in the phone's bar; the fifth is "More". */
export const phoneNavItems: NavItem[] = [orders, menu, chats, insights];

/** Where a place leads. In kitchen mode, where the PIN protects the menu, it leads to the availability board instead. */
export const hrefOf = ({ to, view }: NavItem, isKitchen: boolean): string => {
  if (view) return links.reservations();
  return isKitchen && to === '/restaurant/menu' ? links.availability() : to;
};

/** Whether kitchen mode's PIN protects this place. */
export const isClosed = (place: NavItem, isKitchen: boolean): boolean =>
  isKitchen && place !== help && hrefOf(place, true) === place.to && !isKitchenPage(place.to, null);

/** The places that open without a PIN, for the search. */
export const openPlaces = (isKitchen: boolean): { label: string; href: string }[] =>
  [...groups.flatMap(({ places }) => places), ...lastNavItems]
    .filter((item) => item !== help && !isClosed(item, isKitchen))
    .map((item) => ({ label: item.label, href: hrefOf(item, isKitchen) }));

/** Whether `pathname` is at or under `to`. */
export const isWithin = (to: string, pathname: string): boolean => pathname === to || pathname.startsWith(`${to}/`);

/** Whether a place is the current one: a view of an address is not the address itself. */
export const isCurrentPlace = ({ to, view }: NavItem, pathname: string, search: string): boolean =>
  isWithin(to, pathname) &&
  (view ?? '') ===
    (new URLSearchParams(search).get('view') === 'reservations' && to === '/restaurant/orders' ? 'reservations' : '');
