import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Router } from 'wouter';
import type { Chat } from '../../contract/chats/calls.ts';
import { blankChat } from '../../contract/chats/new-chat.ts';
import type { Restaurant } from '../../contract/restaurant/rows.ts';
import { ChatLine } from '../../src/features/chats/ChatLine.tsx';
import { SafeText } from '../../src/features/chats/SafeText.tsx';
import { OrderAllergy } from '../../src/features/orders/detail/OrderAllergy.tsx';
import { OrderCard } from '../../src/features/orders/list/OrderCard.tsx';
import { OrderCustomer } from '../../src/features/orders/detail/OrderCustomer.tsx';
import { Sheet } from '../../src/features/orders/print/Sheet.tsx';
import { receipt } from '../../src/features/orders/print/ticket.ts';
import { DeviceList } from '../../src/features/auth/security/sessions/DeviceList.tsx';
import { hostileTexts } from '../support/hostile-texts.ts';
import { id, order } from '../support/rows.ts';

const AT = '2026-11-20T18:00:00.000Z';
const now = Date.parse(AT);
const today = { from: AT, to: AT };
const still = () => undefined;

const orderOf = (text: string) =>
  order(500, {
    customer: { name: text, phone: '020 7946 0123', email: text },
    customer_id: id(7),
    customer_note: text,
    kitchen_note: text,
    table_name: text,
    lines: [{ id: id(9), menu_item_id: null, name: text, note: text, quantity: 2, unit_amount: 1, total_amount: 2 }],
  });
const chatOf = (text: string): Chat => ({
  ...blankChat({
    id: id(3),
    version: 1,
    created_at: AT,
    updated_by: null,
    customer_id: id(4),
    customer_name: text,
    last_message_at: AT,
  }),
  last_message_preview: text,
});
const restaurantOf = (name: string) => ({ name, timezone: 'Europe/London', address: name, city: name }) as Restaurant; // the fields that a receipt reads

/** Components that show text from customers, guests and importers, by file. The browser test covers whole screens. */
const components: Record<string, (text: string) => ReactNode> = {
  SafeText: (text) => <SafeText text={text} />,
  ChatLine: (text) => (
    <ChatLine chat={chatOf(text)} own={null} href="/chat" isCurrent timezone="Europe/London" now={now} />
  ),
  OrderCard: (text) => (
    <OrderCard
      order={orderOf(text)}
      href="/order"
      first={null}
      timezone="Europe/London"
      now={now}
      today={today}
      isChosen={false}
      onChoose={still}
      onStep={still}
      onMore={still}
    />
  ),
  OrderCustomer: (text) => <OrderCustomer order={orderOf(text)} />,
  OrderAllergy: (text) => <OrderAllergy order={orderOf(text)} />,
  Receipt: (text) => (
    <Sheet
      label="Receipt"
      width={58}
      lines={receipt({ order: orderOf(text), restaurant: restaurantOf(text), now, printedAt: null })}
    />
  ),
  DeviceList: (text) => (
    <DeviceList
      devices={[
        { id: id(1), device_name: text, created_at: AT, last_seen_at: AT, is_current: false, is_kitchen_mode: false },
      ]}
      isAsking={false}
      onSignOut={still}
      onSignOutOthers={still}
    />
  ),
};

const render = (shown: ReactNode) =>
  renderToStaticMarkup(
    <FluentProvider theme={webLightTheme}>
      <Router ssrPath="/">{shown}</Router>
    </FluentProvider>,
  );

/**
 * The elements with the names of their attributes. Links are left out, because a web address rightly becomes one, and so is the icon
 * for a name without initials.
 */
const structureOf = (html: string) =>
  [...html.replaceAll(/<svg.*?<\/svg>/gs, '').matchAll(/<(\/?[^\s>]+)((?:[^>"]|"[^"]*")*)>/g)]
    .map(([, name, attributes]) =>
      [name, ...[...attributes!.matchAll(/([^\s="]+)="[^"]*"/g)].map(([, one]) => one)].join(' '),
    )
    .filter((element) => !/^\/?a\b/.test(element));
const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
const smooth = (text: string) => text.toUpperCase().replaceAll(/\s+/g, ' ').trim();

test.each(Object.keys(components))('%s shows each of 200 hostile texts as plain text', (name) => {
  const shown = components[name]!;
  const plain = structureOf(render(shown('Joanna Price')));
  expect(hostileTexts.length).toBeGreaterThanOrEqual(200);
  for (const text of hostileTexts) {
    const html = render(shown(text));
    expect([text, structureOf(html)]).toEqual([text, plain]);
    expect(smooth(textOf(html))).toContain(smooth(text));
    expect(html).not.toMatch(/(?:href|src)="(?!\/|https?:|mailto:|tel:|#)/);
  }
});

test.each(Object.keys(components))("%s isolates the direction of customers' text", (name) => {
  const html = render(components[name]!('שלום'));
  const around = [...html.matchAll(/<(\w+)[^>]*>([^<]*שלום[^<]*)<\/(\w+)>/g)];
  expect(around.length).toBeGreaterThan(0);
  // A paragraph isolates its direction too, but then it must hold nothing else.
  const open = around.filter(([, element, text]) => element !== 'bdi' && !(element === 'p' && text === 'שלום'));
  expect(open.map(([all]) => all)).toEqual([]);
  expect(
    html.replaceAll(/<(?:bdi|p)\b[^>]*>[^<]*שלום[^<]*<\/(?:bdi|p)>/g, '').replaceAll(/<[^>]*>/g, ''),
  ).not.toContain('שלום');
});
