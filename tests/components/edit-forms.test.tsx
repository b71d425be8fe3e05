// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { act, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Args, Call } from '../../contract/call.ts';
import type { DeliveryLocation } from '../../contract/delivery/rows.ts';
import type { InventoryItem } from '../../contract/inventory/calls.ts';
import type { FormProps } from '../../src/components/dialogs/FormDialog.tsx';
import { closeDb, openFor } from '../../src/data/current.ts';
import type { MutationDefinition } from '../../src/data/mutation.ts';
import { CustomerForm } from '../../src/features/customers/CustomerForm.tsx';
import { InventoryForm } from '../../src/features/inventory/InventoryForm.tsx';
import type { StockRow } from '../../src/features/inventory/queries.ts';
import { BookDialog } from '../../src/features/menu/BookDialog.tsx';
import { CategoryDialog } from '../../src/features/menu/CategoryDialog.tsx';
import { GroupDrawer } from '../../src/features/menu/groups/GroupDrawer.tsx';
import { ItemDrawer } from '../../src/features/menu/item/ItemDrawer.tsx';
import { draftOf as promotionDraftOf } from '../../src/features/promotions/promotion-draft.ts';
import { PromotionForm } from '../../src/features/promotions/PromotionForm.tsx';
import { ReservationPanel } from '../../src/features/reservations/ReservationPanel.tsx';
import { SavedRepliesDialog } from '../../src/features/chats/SavedRepliesDialog.tsx';
import { LocationForm } from '../../src/features/delivery/LocationForm.tsx';
import { chatbotOf } from '../../src/features/chatbot/chatbot-of.ts';
import { SpeechSection } from '../../src/features/chatbot/ManageScreen.tsx';
import { RulesCard } from '../../src/features/reservations/settings/RulesCard.tsx';
import { TablesCard } from '../../src/features/reservations/settings/TablesCard.tsx';
import { TimesCard } from '../../src/features/reservations/settings/TimesCard.tsx';
import { AccountTab } from '../../src/features/settings/account/AccountTab.tsx';
import { HoursTab } from '../../src/features/settings/hours/HoursTab.tsx';
import { KitchenTab } from '../../src/features/settings/service/KitchenTab.tsx';
import { OrdersTab } from '../../src/features/settings/service/OrdersTab.tsx';
import { PrintersTab } from '../../src/features/settings/service/PrintersTab.tsx';
import { TaxesTab } from '../../src/features/settings/service/TaxesTab.tsx';
import { session } from '../../src/session/session.ts';
import { findMutators } from '../matrix/senders.ts';
import { chatbot } from '../support/chatbot.ts';
import * as filled from './filled-rows.ts';
import { rendered } from './rendered.ts';

interface Made {
  definition: MutationDefinition;
  args: Args<Call>;
}
const made = vi.hoisted(() => ({ list: [] as unknown[] }));
vi.mock('../../src/data/mutate.ts', () => ({
  mutate: (definition: unknown, args: unknown) => void made.list.push({ definition, args }),
  mutateIn: (_store: unknown, definition: unknown, args: unknown) => void made.list.push({ definition, args }),
}));
// The library's surfaces are animated, which needs a real screen. This one stays open, so that several edits can be tried in it.
const surface = vi.hoisted(() => ({
  Form: ({ children, submitLabel, onDo }: FormProps) => (
    <form>
      {children}
      <button type="button" onClick={onDo}>
        {submitLabel}
      </button>
    </form>
  ),
}));
vi.mock('../../src/components/dialogs/FormDialog.tsx', () => ({ FormDialog: surface.Form }));
vi.mock('../../src/components/dialogs/FormDrawer.tsx', () => ({ FormDrawer: surface.Form }));
vi.mock('../../src/components/dialogs/EdgeDialog.tsx', () => ({
  EdgeDialog: ({ children }: { children: () => ReactNode }) => <div>{children()}</div>,
}));

const still = () => undefined;
const now = Date.parse('2026-11-20T19:30:00.000Z');
const { restaurant } = filled;

const stockRow = (item: InventoryItem): StockRow => ({ id: item.id, name: item.name, item }) as StockRow; // what the form reads
const inventoryForm = (item: InventoryItem) => (
  <InventoryForm
    row={stockRow(item)}
    all={[filled.portions, filled.stock, filled.flour].map(stockRow)}
    dishes={[filled.item]}
    groups={[]}
    restaurant={restaurant}
    onClose={still}
  />
);
const asArea = { location_type: 'area', postcodes: 'area', center: 'area', radius_m: 'area', polygon: 'area' };
const locationForm = (location: DeliveryLocation) => (
  <LocationForm location={location} all={[location]} restaurant={restaurant} onClose={still} />
);

interface EditForm {
  row: object;
  screen: ReactNode;
  /** What is pressed to open it. */
  open?: string | RegExp;
  /** Fields of the call that it does not offer. */
  without?: string[];
  /** Of a field: the others that follow from it. */
  along?: Record<string, string[]>;
  /** The row keeps the fields deeper down. */
  isNested?: true;
  /** Of a field of the row: its name in the call, where that is another. */
  calledAs?: Record<string, string>;
}

const settings = (screen: ReactNode, more: Partial<EditForm> = {}): EditForm => ({ row: restaurant, screen, ...more });
const bot = chatbotOf(restaurant, chatbot)!;
const ofService = [
  'answer_deadline_minutes',
  'auto_accept',
  'default_prep_minutes',
  'delivery_type',
  'kitchen_stations',
  'order_throttle',
  'order_type',
  'printers',
  'tax_settings',
];
const service = (screen: ReactNode, ...fields: string[]) =>
  settings(screen, { without: ofService.filter((name) => !fields.includes(name)) });

const forms: Record<string, EditForm> = {
  'settings/account/AccountTab.tsx': settings(<AccountTab restaurant={restaurant} />, { without: ['contact_name'] }),
  'settings/hours/HoursTab.tsx': settings(<HoursTab restaurant={restaurant} />, {
    without: ['order_types', 'timezone'],
    calledAs: { opening_hours: 'days' },
    isNested: true,
  }),
  'settings/service/KitchenTab.tsx': service(<KitchenTab restaurant={restaurant} />, 'kitchen_stations'),
  'settings/service/OrdersTab.tsx': service(
    <OrdersTab restaurant={restaurant} />,
    'answer_deadline_minutes',
    'auto_accept',
    'default_prep_minutes',
    'delivery_type',
    'order_throttle',
    'order_type',
  ),
  'settings/service/PrintersTab.tsx': service(<PrintersTab restaurant={restaurant} />, 'printers'),
  'settings/service/TaxesTab.tsx': service(<TaxesTab restaurant={restaurant} />, 'tax_settings'),
  'reservations/settings/RulesCard.tsx': settings(<RulesCard restaurant={restaurant} />, { isNested: true }),
  'reservations/settings/TablesCard.tsx': settings(<TablesCard restaurant={restaurant} />, {
    isNested: true,
    without: ['tables'],
  }),
  'reservations/settings/TimesCard.tsx': settings(<TimesCard restaurant={restaurant} today="2026-11-20" />, {
    isNested: true,
  }),
  'chatbot/requests.ts': settings(<SpeechSection chatbot={bot} />, {
    isNested: true,
    without: [
      'answers_when',
      'faqs',
      'is_enabled',
      'payment_methods',
      'skipped_step',
      'takes_orders',
      'takes_reservations',
    ],
  }),
  'customers/CustomerForm.tsx': {
    row: filled.customer,
    screen: <CustomerForm customer={filled.customer} onClose={still} />,
    along: { customer_status: ['blocked_reason'] },
  },
  'chats/SavedRepliesDialog.tsx': {
    row: filled.reply,
    screen: <SavedRepliesDialog replies={[filled.reply]} onClose={still} />,
    open: 'Edit /hours',
    without: ['sort_order'],
  },
  'inventory/InventoryForm.tsx': {
    row: filled.portions,
    screen: inventoryForm(filled.portions),
    without: ['name'],
  },
  'inventory/InventoryForm.tsx, an ingredient': {
    row: filled.stock,
    screen: inventoryForm(filled.stock),
    without: ['ingredients'],
  },
  'menu/BookDialog.tsx': {
    row: filled.book,
    screen: <BookDialog book={filled.book} nextPlace={3} usualTaxMode="inclusive" onClose={still} />,
    without: ['image_url', 'is_default', 'sort_order'],
  },
  'menu/CategoryDialog.tsx': {
    row: filled.category,
    screen: <CategoryDialog menuId={filled.book.id} category={filled.category} nextPlace={3} onClose={still} />,
    without: ['description', 'image_url', 'is_active', 'sort_order'],
  },
  'menu/groups/GroupDrawer.tsx': {
    row: filled.group,
    screen: (
      <GroupDrawer
        group={filled.group}
        groups={[filled.group, filled.sauces]}
        restaurant={restaurant}
        now={now}
        onClose={still}
      />
    ),
    without: ['sort_order'],
    along: { selection_type: ['max_selected', 'free_count', 'min_selected', 'modifiers'] },
  },
  'menu/item/ItemDrawer.tsx': {
    row: filled.item,
    screen: (
      <ItemDrawer
        item={filled.item}
        category={filled.category}
        restaurant={restaurant}
        now={now}
        nextPlace={3}
        onClose={still}
      />
    ),
    without: ['image_url', 'images', 'sort_order', 'pricing_type'],
    along: { price_amount: ['variants'], variants: ['price_amount'] },
  },
  'promotions/PromotionForm.tsx': {
    row: filled.promotion,
    screen: (
      <PromotionForm
        promotion={filled.promotion}
        start={promotionDraftOf(filled.promotion, restaurant.timezone)}
        all={[filled.promotion]}
        restaurant={restaurant}
        currency="GBP"
        onClose={still}
      />
    ),
    without: ['category_ids', 'image_url', 'value_amount'],
    along: {
      promotion_type: ['value_bp', 'buy_quantity', 'get_quantity'],
      customer_scope: ['segment'],
      applies_to: ['item_ids'],
      code: ['is_automatic'],
    },
  },
  'delivery/LocationForm.tsx': {
    row: filled.locations.postcodes,
    screen: locationForm(filled.locations.postcodes),
    calledAs: asArea,
  },
  'delivery/LocationForm.tsx, a circle': {
    row: filled.locations.circle,
    screen: locationForm(filled.locations.circle),
    calledAs: asArea,
  },
  'delivery/LocationForm.tsx, an outline': {
    row: filled.locations.polygon,
    screen: locationForm(filled.locations.polygon),
    calledAs: asArea,
  },
  'reservations/book/ReservationForm.tsx': {
    row: filled.reservation,
    screen: (
      <ReservationPanel
        id={filled.reservation.id}
        restaurant={restaurant}
        now={now}
        onStep={still}
        sitterOf={() => null}
        onClose={still}
      />
    ),
    open: 'Edit or move',
    without: ['area_id', 'is_above_maxima', 'table_ids'],
  },
};

beforeEach(async () => {
  made.list = [];
  session.restaurant = restaurant;
  const { db } = openFor(crypto.randomUUID(), 'restaurant');
  await db.open();
  await db.reservations.bulkPut([filled.reservation]);
  await db.menu_items.bulkPut([filled.item]);
  await db.menu_categories.bulkPut([filled.category]);
  await db.table('modifier_groups').bulkPut([filled.group, filled.sauces]);
});
afterEach(() => act(() => closeDb()));

const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)));
type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

async function opened({ screen, open }: EditForm) {
  const page = rendered(<FluentProvider theme={webLightTheme}>{screen}</FluentProvider>);
  const until = async (isThere: () => boolean) => {
    for (let tries = 0; tries < 100 && !isThere(); tries++) await settled();
  };
  const buttons = () => [...page.place.querySelectorAll('button')].map((one) => one.textContent.trim());
  if (open) {
    await until(() => buttons().some((text) => text.match(open)));
    page.press(open);
  }
  await until(() => buttons().some((text) => text.startsWith('Save')));
  await settled();
  return {
    ...page,
    controls: () => [...page.place.querySelectorAll<Control>('form :is(input, select, textarea)')],
    isOpen: () => buttons().some((text) => text.startsWith('Save')),
    /** What is sent. */
    save: async (): Promise<Made[]> => {
      made.list = [];
      await act(async () => page.button(/^Save/).click());
      return made.list as Made[];
    },
  };
}

const operation = ['occurred_at', 'op_id', 'device_name', 'was_offline', 'restaurant_id'];
const bodyOf = ({ args }: Made) =>
  Object.fromEntries(
    Object.entries((args as { body: object }).body).filter(
      ([name]) => !operation.includes(name) && !name.startsWith('expected_'),
    ),
  );

const fieldsOf = ({ options }: Call) =>
  Object.keys((options.body as unknown as { def: { shape: object } }).def.shape).filter(
    (name) => !operation.includes(name) && !name.startsWith('expected_'),
  );

/** Another value that the control takes. */
function otherValue(control: Control): string | null {
  const { value } = control;
  if (control instanceof HTMLSelectElement)
    return [...control.options].map((one) => one.value).find((one) => one !== value && one !== '') ?? null;
  const type = control.getAttribute('type');
  if (type === 'date') return value.replace(/^\d{4}/, (year) => String(Number(year) + 1)).replace(/-02-29/, '-02-28');
  if (/^\d\d:\d\d$/.test(value)) return value.replace(/:\d\d/, ':45');
  if (type === 'email') return `x${value}`;
  if (type === 'tel') return `${value.slice(0, -1)}${value.endsWith('4') ? 5 : 4}`;
  if (/^-?\d+$/.test(value)) return String(Number(value) + 1);
  if (/^\d+[.,]\d+$/.test(value)) return value.replace(/^\d+/, (whole) => String(Number(whole) + 1));
  // A point of the map, or several.
  if (/^-?\d+\.\d+, /.test(value)) return value.replace(/\d$/, (last) => (last === '9' ? '8' : '9'));
  return value === '' ? null : `${value} x`;
}

function put(control: Control, value: string) {
  act(() => {
    const prototype = Object.getPrototypeOf(control) as object;
    Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(control, value);
    control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
  });
}
const isBox = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio');

const labelOf = (control: Control) =>
  (control.labels?.[0]?.textContent || control.getAttribute('aria-label') || control.name || control.id).trim();

/** Paths of what differs, an array of plain values being one value. */
function differing(a: unknown, b: unknown, path = ''): string[] {
  if (JSON.stringify(a ?? null) === JSON.stringify(b ?? null)) return [];
  const isTree = (one: unknown) =>
    typeof one === 'object' && one !== null && !(Array.isArray(one) && typeof one[0] !== 'object');
  if (!isTree(a) || !isTree(b)) return [path];
  return [...new Set([...Object.keys(a as object), ...Object.keys(b as object)])].flatMap((key) =>
    differing((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key], path ? `${path}.${key}` : key),
  );
}

/** Stamps, and what follows from other fields. */
const derived = ['updated_at', 'updated_by', 'version', 'events', 'ends_at', 'promotion_status', 'stock_status'];
const changesOf = (row: object, { definition, args }: Made) => {
  const origin = { key: 'key', occurredAt: '2026-11-20T19:30:00.000Z', deviceName: 'Tablet' };
  const next = definition.change(row as never, args, origin);
  return differing(row, next).filter((path) => !derived.includes(path.split('.')[0]!));
};

describe.each(Object.entries(forms))('%s', (_file, form) => {
  test('saved untouched sends nothing', async () => {
    const page = await opened(form);
    expect((await page.save()).map(bodyOf)).toEqual([]);
  });

  test('with one field changed changes that field alone', async () => {
    let page = await opened(form);
    const seen = new Set<string>();
    const wrong: unknown[] = [];
    let offered: string[] = [];
    const boxes = new Set<string>();
    for (let at = 0; at < page.controls().length; at += 1) {
      const control = page.controls()[at]!;
      if (control.disabled || control.type === 'file') continue;
      const label = labelOf(control);
      const before = control.value;
      const other = isBox(control) ? '' : otherValue(control);
      if (other === null) continue;
      if (isBox(control)) {
        // Of a set of boxes one that is ticked and one that is not.
        const kind = `${control.closest('fieldset')?.querySelector('legend')?.textContent ?? at} ${control.checked}`;
        if (boxes.has(kind)) continue;
        boxes.add(kind);
        act(() => control.click());
      } else put(control, other);
      const sent = await page.save();
      const bodies = sent.map(bodyOf);
      const names = bodies.flatMap(Object.keys);
      for (const name of names) seen.add(name);
      if (sent[0]) offered = fieldsOf(sent[0].definition.call);
      const isWith = (name: string) => name !== names[0] && !form.along?.[names[0]!]?.includes(name);
      const paths = sent.flatMap((one) => changesOf(form.row, one));
      const changed = new Set(paths.map((path) => form.calledAs?.[path.split('.')[0]!] ?? path.split('.')[0]!));
      if (sent.length > 1 || names.some(isWith) || (!form.isNested && [...changed].some(isWith)))
        wrong.push({ label, bodies, paths });
      const again = page.controls()[at];
      if (again && isBox(again)) act(() => again.click());
      else if (again) put(again, before);
      if (!page.isOpen() || (await page.save()).length > 0) page = await opened(form);
    }
    expect(wrong).toEqual([]);
    expect(offered.filter((name) => !seen.has(name)).toSorted()).toEqual((form.without ?? []).toSorted());
  });
});

/** Files that send a change of a row without a form over it: a press says all, or it is a row of a list of others. */
const pressed = [
  'channels/ChannelsScreen.tsx',
  'chats/PauseBar.tsx',
  'chats/Thread.tsx',
  'chats/use-reading.ts',
  'customers/ConsentSection.tsx',
  'customers/CustomerPanel.tsx',
  'customers/MergeDialog.tsx',
  'customers/import/ImportWizard.tsx',
  'inventory/MovementForm.tsx',
  'inventory/PolicySelect.tsx',
  'inventory/Stepper.tsx',
  'inventory/StockTake.tsx',
  'menu/CategoriesScreen.tsx',
  'menu/CategoryList.tsx',
  'menu/groups/GroupList.tsx',
  'menu/ItemsScreen.tsx',
  'menu/MenuScreen.tsx',
  'menu/availability.ts',
  'menu/books/status.ts',
  'menu/bulk/save-bulk.ts',
  'menu/csv/apply-import.ts',
  'menu/upload/publish.ts',
  'menu/upload/queue-files.ts',
  'menu/use-item-actions.tsx',
  'notifications/NotificationPanel.tsx',
  'notifications/Ringer.tsx',
  'notifications/WaitingOrders.tsx',
  'ordering/ordering-settings.ts',
  'orders/detail/MarkPaidDialog.tsx',
  'orders/detail/TakePaymentDialog.tsx',
  'orders/detail/WriteOff.tsx',
  'orders/kitchen/act.ts',
  'orders/steps/bring-back.ts',
  'orders/steps/steps.ts',
  'promotions/PromotionPanel.tsx',
  'reservations/CloseDialog.tsx',
  'reservations/move/move-reservation.ts',
  'reservations/use-steps.tsx',
];
/** Forms whose own tests say that only what was changed is sent. */
const elsewhere = {
  'point-of-sale/PointOfSale.tsx': 'src/features/point-of-sale/draft.test.ts',
  'notifications/preferences/NotificationsTab.tsx': 'src/features/notifications/preferences/preferences-form.test.tsx',
  'website/requests.ts': 'src/features/website/sections.test.tsx',
};

test('every file that sends a change of a row is known', async () => {
  const senders = await findMutators();
  const known = [...Object.keys(forms).map((name) => name.split(',')[0]!), ...pressed, ...Object.keys(elsewhere)];
  expect([...senders].filter((file) => !known.includes(file))).toEqual([]);
  expect(known.filter((file) => !senders.has(file))).toEqual([]);
});
