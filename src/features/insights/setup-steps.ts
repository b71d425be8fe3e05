import type { Channel } from '../../../contract/channels/calls.ts';
import { isEverOpen } from '../../../contract/restaurant/is-ever-open.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { links } from '../../links.ts';
import type { MenuState } from '../menu/queries.ts';

export type SetupRestaurant = Pick<
  Restaurant,
  'name' | 'address' | 'city' | 'country_code' | 'opening_hours' | 'order_type' | 'delivery_type'
>;

/** What is known of the set-up; null: not known yet, because only the server knows it. */
export interface SetupFacts {
  menu: MenuState['kind'] | null;
  hasDeliveryLocation: boolean | null;
  isWebsitePublished: boolean | null;
  takesPayments: boolean | null;
  /** False: the operator of this installation has entered no keys, so there is nothing that the owner could do. */
  canTakePayments: boolean;
  hasTable: boolean | null;
  hasChannel: boolean | null;
}

export interface SetupStep {
  name: string;
  label: string;
  hint: string;
  href: string;
  isDone: boolean | null;
}

/** The steps before a restaurant is fully set up, computed from what there is. What it does not offer is no step. */
export function setupSteps(restaurant: SetupRestaurant, facts: SetupFacts): SetupStep[] {
  const steps: SetupStep[] = [
    {
      name: 'profile',
      label: 'Profile',
      hint: 'Enter name, address, city and country of your restaurant.',
      href: links.settings({ tab: 'account' }),
      isDone: [restaurant.name, restaurant.address, restaurant.city, restaurant.country_code].every((field) =>
        field?.trim(),
      ),
    },
    {
      name: 'hours',
      label: 'Opening hours',
      hint: 'Say when you take orders. Until then customers can order nothing.',
      href: links.settings({ tab: 'hours' }),
      isDone: isEverOpen(restaurant.opening_hours),
    },
    {
      name: 'menu',
      label: 'Menu',
      hint: menuHints[facts.menu ?? 'empty'],
      href: links.menu(),
      isDone: facts.menu === null ? null : facts.menu === 'offered',
    },
    {
      name: 'delivery',
      label: 'Delivery',
      hint: 'Say where you deliver and for how much, or turn delivery off in the order settings.',
      href: links.settings({ tab: 'delivery' }),
      isDone: facts.hasDeliveryLocation,
    },
    {
      name: 'tables',
      label: 'Tables',
      hint: 'Add your tables, so that guests can book and order at them.',
      href: links.settings({ tab: 'reservations' }),
      isDone: facts.hasTable,
    },
    {
      name: 'website',
      label: 'Website',
      hint: 'Not published yet. Look at the preview, then publish it.',
      href: '/restaurant/website',
      isDone: facts.isWebsitePublished,
    },
    {
      name: 'payments',
      label: 'Payments',
      hint: 'Connect a payment provider, so that customers can pay by card.',
      href: links.settings({ tab: 'wallet' }),
      isDone: facts.takesPayments,
    },
    {
      name: 'channel',
      label: 'Channel',
      hint: 'Connect WhatsApp.',
      href: links.channels(),
      isDone: facts.hasChannel,
    },
  ];
  const isNeeded: Record<string, boolean> = {
    delivery: isDelivering(restaurant),
    tables: restaurant.order_type.some((type) => type === 'reservation' || type === 'dine_in'),
    payments: facts.canTakePayments,
  };
  return steps.filter(({ name }) => isNeeded[name] ?? true);
}

const menuHints: Record<MenuState['kind'], string> = {
  offered: '',
  draft: 'It is a draft: customers do not see it yet.',
  hidden: 'Customers see no dish: all are hidden, or their menus and categories are off.',
  empty: 'Add at least one dish, or upload your menu.',
};

/** Details that are right count, even while Galley does not carry messages yet. A calendar is no channel to write over. */
export const isWhatsappSetUp = ({ type, status, status_reason }: Pick<Channel, 'type' | 'status' | 'status_reason'>) =>
  type === 'whatsapp' && (status === 'connected' || status_reason === 'not_in_service');

const isDelivering = ({ order_type, delivery_type }: SetupRestaurant): boolean =>
  order_type.includes('delivery') && delivery_type !== 'none';

/** Hidden once all are done, and until it is known that one is not. */
export const isChecklistShown = (steps: SetupStep[]): boolean => steps.some(({ isDone }) => isDone === false);
