// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import type { Printer, Restaurant } from '../../../../contract/restaurant/rows.ts';
import { id, order } from '../../../../tests/support/rows.ts';
import { printTicket } from './print-ticket.tsx';
import { soon } from '../../../../tests/support/soon.ts';

const shown = vi.hoisted(() => ({ faults: [] as string[] }));
vi.mock('../../../ui/page/toast.ts', () => ({
  showFault: (title: string) => void shown.faults.push(title),
}));

const printer: Printer = { id: id(1), name: 'Kitchen', paper_width: 58, auto_print: ['kitchen'], copies: 2 };
const restaurant = { name: 'The Anchor', timezone: 'Europe/London' } as Restaurant;
const ticket = (n: number) => ({ order: order(n, { order_status: 'accepted' }), kind: 'kitchen' as const });

afterEach(() => {
  shown.faults = [];
  vi.restoreAllMocks();
});

/** What the page holds each time that the browser prints it, and the size of its sheets. */
function browser() {
  const pages: { sheets: (string | null)[]; size: string }[] = [];
  window.print = vi.fn<() => void>(() => {
    const sheets = [...document.body.querySelectorAll('[data-sheet]')].map((sheet) => sheet.getAttribute('aria-label'));
    pages.push({ sheets, size: String(replaced.mock.lastCall?.[0]) });
  });
  const replaced = vi.spyOn(CSSStyleSheet.prototype, 'replaceSync').mockImplementation(() => undefined);
  return { pages, closeDialog: () => window.dispatchEvent(new Event('afterprint')) };
}

test('prints as many copies as the printer has, on its paper, and the next ticket when the dialog was closed', async () => {
  const { pages, closeDialog } = browser();
  const done: string[] = [];
  void printTicket(ticket(501), printer, restaurant).then(() => done.push('501'));
  void printTicket(ticket(502), printer, restaurant).then(() => done.push('502'));
  await soon(() => expect(pages).toHaveLength(1));
  expect(pages[0]!.sheets).toEqual(['Ticket of order #501', 'Ticket of order #501']);
  expect(pages[0]!.size).toMatch(/^@page \{ size: 58mm \d+mm; margin: 0 \}$/);
  expect(done).toEqual([]);
  closeDialog();
  await soon(() => expect(pages).toHaveLength(2));
  closeDialog();
  await soon(() => expect(done).toEqual(['501', '502']));
  expect(document.body.querySelector('[data-sheet]')).toBeNull();
});

test('a printer that takes nothing is reported with the order, and the next ticket follows', async () => {
  const { pages, closeDialog } = browser();
  vi.mocked(window.print).mockImplementationOnce(() => {
    throw new Error('no printer');
  });
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await printTicket(ticket(501), printer, restaurant);
  expect(shown.faults).toEqual(['#501 was not printed']);
  expect(warned).toHaveBeenCalledOnce();
  void printTicket(ticket(502), printer, restaurant);
  await soon(() => expect(pages).toHaveLength(1));
  closeDialog();
});

test('letters that neither printer nor browser has never keep a ticket from the kitchen', async () => {
  const sent: Uint8Array[] = [];
  const writer = { write: async (bytes: Uint8Array) => void sent.push(bytes), releaseLock: () => undefined };
  const port = { writable: { getWriter: () => writer } };
  vi.stubGlobal(
    'navigator',
    Object.assign(Object.create(navigator) as Navigator, { serial: { getPorts: async () => [port] } }),
  );
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const allergic = order(503, { order_status: 'accepted', customer_note: '花生过敏' });
  await printTicket({ order: allergic, kind: 'kitchen' }, printer, restaurant);
  expect(sent).toHaveLength(2);
  expect(new TextDecoder('latin1').decode(sent[0])).toContain('LETTERS ARE MISSING');
  expect(shown.faults).toEqual([]);
  vi.unstubAllGlobals();
});
