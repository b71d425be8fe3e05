import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { order } from '../../../../tests/support/rows.ts';
import { DueTime } from '../Due.tsx';
import { Placed } from '../Placed.tsx';

// 01:30 in the night after Friday, 20 November; the business day ends at 04:00.
const now = Date.parse('2026-11-21T01:30:00.000Z');
const today = { from: '2026-11-20T04:00:00.000Z', to: '2026-11-21T04:00:00.000Z' };
const clock = { timezone: 'Europe/London', now, today };

const textOf = (markup: string) => markup.replaceAll(/<[^>]*>/g, '');

describe('an order of today', () => {
  const row = order(500, {
    order_status: 'preparing',
    placed_at: '2026-11-20T23:50:00.000Z',
    due_at: '2026-11-21T00:20:00.000Z',
  });

  test('shows times only, also after midnight', () => {
    expect(textOf(renderToStaticMarkup(<Placed order={row} {...clock} />))).toBe('23:50 1 h');
    expect(textOf(renderToStaticMarkup(<DueTime order={row} {...clock} />))).toBe('00:20 late');
  });
});

describe('an order of another day', () => {
  test('shows its date, even within a day', () => {
    const row = order(501, {
      order_status: 'ready',
      order_type: 'delivery',
      placed_at: '2026-11-20T03:30:00.000Z',
      due_at: '2026-11-20T03:55:00.000Z',
    });
    expect(textOf(renderToStaticMarkup(<Placed order={row} {...clock} />))).toBe('20 Nov 03:30');
    expect(textOf(renderToStaticMarkup(<DueTime order={row} {...clock} />))).toBe('20 Nov 03:55 late');
  });

  test('shows its weekday when it is yet to come', () => {
    const row = order(502, { order_status: 'accepted', is_asap: false, due_at: '2026-11-22T12:00:00.000Z' });
    expect(textOf(renderToStaticMarkup(<DueTime order={row} {...clock} />))).toBe('Sun 12:00');
  });
});
