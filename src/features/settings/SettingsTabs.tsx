import { LinkTabs } from '../../components/LinkTabs.tsx';
import { links } from '../../links.ts';

export const settingsTabs = {
  general: 'This device',
  account: 'Account',
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
} as const;
export type SettingsTab = keyof typeof settingsTabs;

export const tabOf = (query: string): SettingsTab => {
  const named = new URLSearchParams(query).get('tab') ?? '';
  return Object.hasOwn(settingsTabs, named) ? (named as SettingsTab) : 'general';
};

/** Links: each tab has its own address. */
export const SettingsTabs = ({ current }: { current: SettingsTab }) => (
  <LinkTabs
    label="Settings by subject"
    tabs={Object.entries(settingsTabs).map(([tab, label]) => ({
      label,
      href: links.settings(tab === 'general' ? {} : { tab }),
      isCurrent: tab === current,
    }))}
  />
);
