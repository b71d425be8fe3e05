import {
  ArrowTrending20Filled,
  ArrowTrending20Regular,
  Bot20Filled,
  Bot20Regular,
  Box20Filled,
  Box20Regular,
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
import { isKitchenPage } from '../../contract/kitchen-mode/rules.ts';
import type { RoutePath } from '../../contract/routes.ts';
import { links } from '../routes.ts';

export interface NavItem {
  label: string;
  to: RoutePath;
  icon: FluentIcon;
  /** Filled only for the current place. */
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
const menu = place('Menu', '/restaurant/menu', Food20Regular, Food20Filled);

export const groups: { label: string; places: NavItem[] }[] = [
  { label: 'Service', places: [insights, orders, chats] },
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

export const lastNavItems: NavItem[] = [
  place('Settings', '/restaurant/settings', Settings20Regular, Settings20Filled),
  place('Help', '/restaurant/help', QuestionCircle20Regular, QuestionCircle20Filled),
];

/** Four of the five places of the phone's bar; the fifth is "More". */
export const phoneNavItems: NavItem[] = [orders, menu, chats, insights];

/** Where a place leads on a kitchen's device whose PIN closes the menu: to the board that the kitchen works with. */
export const hrefOf = ({ to }: NavItem, isKitchen: boolean): string =>
  isKitchen && to === '/restaurant/menu' ? links.availability() : to;

/** Does the PIN of a kitchen's device keep this place closed? */
export const isClosed = (place: NavItem, isKitchen: boolean): boolean =>
  isKitchen && hrefOf(place, true) === place.to && !isKitchenPage(place.to, null);

/** Is `to` the place where `pathname` lies? */
export const isWithin = (to: string, pathname: string): boolean => pathname === to || pathname.startsWith(`${to}/`);
