import { isEverOpen } from '../../../contract/restaurant/is-ever-open.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { links } from '../../links.ts';

/** What is known of the set-up; null: not known yet, because only the server knows it. */
export interface SetupFacts {
  hasDishes: boolean | null;
  isWebsitePublished: boolean | null;
  takesPayments: boolean | null;
  hasChannel: boolean | null;
}

export interface SetupStep {
  name: string;
  label: string;
  hint: string;
  href: string;
  isDone: boolean | null;
}

/** The steps before a restaurant is fully set up, computed from what there is. */
export function setupSteps(
  { opening_hours: hours }: Pick<Restaurant, 'opening_hours'>,
  facts: SetupFacts,
): SetupStep[] {
  return [
    {
      name: 'menu',
      label: 'Menu',
      hint: 'Add at least one dish, or upload your menu.',
      href: links.menu(),
      isDone: facts.hasDishes,
    },
    {
      name: 'hours',
      label: 'Opening hours',
      hint: 'Say when you take orders.',
      href: links.settings({ tab: 'hours' }),
      isDone: isEverOpen(hours),
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
}

/** Hidden once all are done, and until it is known that one is not. */
export const isChecklistShown = (steps: SetupStep[]): boolean => steps.some(({ isDone }) => isDone === false);
