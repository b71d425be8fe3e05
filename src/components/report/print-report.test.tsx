// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { soon } from '../../../tests/support/soon.ts';
import { printReport } from './print-report.tsx';

vi.mock('../../lib/server-now.ts', () => ({ serverNow: () => Date.parse('2026-11-20T19:00:00.000Z') }));
const shown = vi.hoisted(() => ({ faults: [] as string[] }));
vi.mock('../../ui/page/toast.ts', () => ({ showFault: (title: string) => void shown.faults.push(title) }));

const restaurant = {
  name: 'Spice Route',
  timezone: 'Europe/London',
  address: '14 Coldharbour Lane',
  city: 'London',
  postal_code: 'SW9 8LF',
  phone_number_business: null,
  business_registration_no: null,
  tax_number: 'GB 999 9999 73',
  vat_registered: true,
};
const report = { title: 'Tax report', period: '1 Nov 2026 to 20 Nov 2026', restaurant, content: <table /> };

afterEach(() => void vi.restoreAllMocks());

test('prints the report alone, with whose it is and when it was printed', () => {
  const alone: string[][] = [];
  window.print = () => {
    const paper = document.body.lastElementChild!;
    alone.push([...paper.firstElementChild!.children].map((part) => part.textContent));
    expect(document.documentElement.dataset.printing).toBe('');
    expect(paper.querySelectorAll('table')).toHaveLength(1);
  };
  vi.spyOn(CSSStyleSheet.prototype, 'replaceSync').mockImplementation(() => undefined);
  printReport(report);
  expect(alone).toEqual([
    [
      'Spice Route14 Coldharbour Lane, London, SW9 8LFTax number GB 999 9999 73',
      'Tax report',
      '1 Nov 2026 to 20 Nov 2026',
      '',
      'Printed 20 Nov 2026, 19:00',
    ],
  ]);
  window.dispatchEvent(new Event('afterprint'));
  expect(document.querySelector('table')).toBeNull();
});

test('says when the browser did not print it', async () => {
  window.print = () => {
    throw new Error('no printer');
  };
  vi.spyOn(CSSStyleSheet.prototype, 'replaceSync').mockImplementation(() => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  printReport(report);
  await soon(() => expect(shown.faults).toEqual(['Tax report was not printed']));
});
