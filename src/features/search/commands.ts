import { onlineProviders } from '../../../contract/payments/providers.ts';
import type { PinFor } from '../../../contract/kitchen-mode/calls.ts';
import { isOpenAt, opens } from '../../session/opens.ts';
import { may, type Permission, type Role } from '../../../contract/people/permissions.ts';
import { fold } from '../../../contract/fold.ts';
import { links } from '../../links.ts';
import { type SearchQuery } from './search-query.ts';

/** A page, a setting or an action that is found by its label or by other words that people type for it. */
export interface Command {
  label: string;
  words: string;
  /** Where it leads, with the id of a card after "#". */
  href?: string;
  run?: () => void;
  /** What the person needs besides what opens the address. */
  needs?: Permission;
}

/** What only the shell can do or knows. */
export interface ShellCommands {
  /** The places of the navigation that this device may open. */
  places: { label: string; href: string }[];
  /** Of the person. */
  role: Role;
  lock: PinFor | null;
  onOrdering: () => void;
  onNews: () => void;
  onUnsent: () => void;
  onHelp: () => void;
}

const card = (label: string, words: string, id: string, tab?: string): Command => ({
  label,
  words,
  href: `${links.settings(tab ? { tab } : {})}#${id}`,
});

const tab = (label: string, words: string, name: string): Command => ({
  label,
  words,
  href: links.settings({ tab: name }),
});

/** The tabs and cards of the settings. A test compares them with the screens. */
export const settings: Command[] = [
  card('Name of this device', 'rename tablet', 'name-card'),
  card('Bell and notifications', 'sound ring volume alert new order push', 'bell-card'),
  {
    label: 'Notifications by e-mail, push and sound',
    words: 'settings alerts mail which events',
    href: links.settings({ tab: 'notifications' }),
  },
  card('Send a test notification', 'push mail try', 'test-card', 'notifications'),
  card('Kitchen mode', 'pin lock tablet staff', 'kitchen-mode'),
  card('App and storage', 'install offline space disk clear version', 'device-card'),
  card('What this browser can’t do', 'browser limits support', 'browser-card'),
  card('Changes made on this device', 'queue save file outbox unsent', 'queue-card'),
  card('Signing in', 'password change security google', 'password-card', 'security'),
  card('Signed-in devices', 'sessions sign out log out everywhere lost phone', 'devices-card', 'security'),
  card('Passkeys', 'fingerprint face security key sign in without password webauthn', 'passkeys-card', 'security'),
  tab('Two-factor sign-in', 'totp authenticator code security 2fa recovery', 'security'),
  tab('Restaurant details', 'account name address phone e-mail time zone language', 'account'),
  tab('People', 'staff team invite role permission waiter manager user', 'people'),
  tab('Opening hours', 'open closed holiday days times', 'hours'),
  tab('Order settings', 'accept automatically waiting time throttle limit slots', 'orders'),
  tab('Delivery locations', 'zones postcodes radius fee minimum', 'delivery'),
  tab('Taxes', 'vat rate', 'taxes'),
  tab('Kitchen stations', 'grill fry counter station', 'kitchen'),
  tab('Printers', 'ticket receipt paper 80 58 mm print automatically kiosk copies', 'printers'),
  tab('Tables and reservations', 'booking floor plan slots duration', 'reservations'),
  card('Wallet', 'balance money withdraw payout transfer', 'wallet-card', 'wallet'),
  card('Bank accounts', 'bank account iban sort code payout', 'accounts-card', 'wallet'),
  card('Withdrawals', 'withdraw payout transfer history', 'withdrawals-card', 'wallet'),
  card('Statement', 'bank statement money export csv', 'statement-card', 'wallet'),
  card('Payment providers', `${onlineProviders.join(' ')} card payments connect gateway`, 'providers-card', 'wallet'),
  card('Subscription', 'plan price bill upgrade cancel', 'subscription-card', 'subscription'),
  card('Invoices', 'bill receipt vat subscription', 'invoices-card', 'subscription'),
];

const actions: Command[] = [
  { label: 'New order', words: 'point of sale till phone order counter take', href: links.counter() },
  { label: 'Kitchen view', words: 'board tickets display screen pass cook', href: links.kitchen() },
  { label: 'Sold out', words: 'availability board 86 unavailable off stock dish', href: links.availability() },
  {
    label: 'Refund a payment',
    words: 'money back return chargeback',
    href: links.payments(),
    needs: 'payments.refund',
  },
  { label: 'Upload a menu', words: 'import photo pdf picture', href: links.menuUpload() },
  {
    label: 'QR codes for tables',
    words: 'print table code scan order dine in',
    href: links.website({ view: 'codes' }),
  },
  { label: 'Connect WhatsApp', words: 'channel chat messages', href: links.channel('whatsapp') },
];

/** Everything that this device may open or do now. */
export function commandsOf(shell: ShellCommands): { actions: Command[]; settings: Command[] } {
  const own: Command[] = [
    {
      label: 'Pause orders',
      words: 'taking orders stop close busy rush resume open waiting time',
      run: shell.onOrdering,
      needs: 'orders.pause',
    },
    { label: 'Notifications', words: 'news bell alerts', run: shell.onNews },
    { label: 'Unsent changes', words: 'sync failed offline waiting', run: shell.onUnsent },
    { label: 'Help', words: 'question answer how support contact manual', run: shell.onHelp },
    ...(shell.lock ? [] : [{ label: 'Log out', words: 'sign out leave exit', href: links.logout() }]),
  ];
  const places = shell.places.map(({ label, href }) => ({ label: `Go to ${label}`, words: 'page open', href }));
  const allowed = ({ href, needs }: Command) =>
    (href === undefined || isOpenTo(href, shell)) && (needs === undefined || may(shell.role, needs));
  return { actions: [...actions, ...own, ...places].filter(allowed), settings: settings.filter(allowed) };
}

/** Whether the person's role opens this address, and the device without a PIN. */
export function isOpenTo(href: string, { role, lock }: Pick<ShellCommands, 'role' | 'lock'>): boolean {
  return opens(role, href) && (lock === null || isOpenAt(lock, href));
}

/** Those in which each word of the search begins a word, found by their labels first. */
export function searchCommands(commands: Command[], { terms }: SearchQuery): Command[] {
  const score = ({ label, words }: Command) => {
    const [own, all] = [` ${fold(label)}`, ` ${fold(`${label} ${words}`)}`];
    if (terms.every(({ word }) => own.includes(` ${word}`))) return 2;
    return terms.every(({ word }) => all.includes(` ${word}`)) ? 1 : 0;
  };
  return commands
    .map((command) => ({ command, score: score(command) }))
    .filter(({ score: value }) => value > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ command }) => command);
}
