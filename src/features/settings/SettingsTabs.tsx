import { settingsTabPermissions } from '../../../contract/people/pages.ts';
import { may, type Role } from '../../../contract/people/permissions.ts';
import { LinkTabs } from '../../components/LinkTabs.tsx';
import { links } from '../../links.ts';
import { useRole } from '../../session/kitchen-mode.ts';

export const settingsTabs = {
  general: 'This device',
  account: 'Account',
  people: 'People',
  hours: 'Opening hours',
  orders: 'Orders',
  delivery: 'Delivery',
  taxes: 'Taxes',
  kitchen: 'Kitchen stations',
  printers: 'Printers',
  notifications: 'Notifications',
  reservations: 'Reservations',
  security: 'Security',
  wallet: 'Wallet',
  subscription: 'Subscription',
} as const satisfies Record<keyof typeof settingsTabPermissions, string>;
export type SettingsTab = keyof typeof settingsTabs;

export const tabOf = (query: string): SettingsTab => {
  const named = new URLSearchParams(query).get('tab') ?? '';
  return Object.hasOwn(settingsTabs, named) ? (named as SettingsTab) : 'general';
};

/** The tabs that a role opens. */
export const tabsFor = (role: Role): [tab: SettingsTab, label: string][] =>
  (Object.entries(settingsTabs) as [SettingsTab, string][]).filter(([tab]) => may(role, settingsTabPermissions[tab]));

/** Links: each tab has its own address. */
export const SettingsTabs = ({ current }: { current: SettingsTab }) => (
  <LinkTabs
    label="Settings by subject"
    tabs={tabsFor(useRole()).map(([tab, label]) => ({
      label,
      href: links.settings(tab === 'general' ? {} : { tab }),
      isCurrent: tab === current,
    }))}
  />
);
