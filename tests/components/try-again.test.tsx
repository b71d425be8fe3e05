// @vitest-environment happy-dom
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ListState } from '../../src/components/ListState.tsx';
import { ChatStates } from '../../src/features/chats/ChatStates.tsx';
import { readChatFilters } from '../../src/features/chats/chat-filters.ts';
import { CounterStates } from '../../src/features/point-of-sale/PointOfSaleStates.tsx';
import { MenuStates } from '../../src/features/menu/MenuStates.tsx';
import { noFilters } from '../../src/features/orders/list/filters.ts';
import { OrderStates } from '../../src/features/orders/list/OrderStates.tsx';
import { rendered } from './rendered.ts';

const calls = vi.hoisted(() => ({ tryNow: vi.fn<() => void>(), kick: vi.fn<() => void>() }));
vi.mock('../../src/sync/runtime/client.ts', () => ({
  ...calls,
  useSyncState: () => ({ gate: 'backoff', isComplete: false, nextTryAt: null }),
}));
vi.mock('../../src/data/live.ts', () => ({ useLive: () => 0 }));

beforeEach(() => void vi.clearAllMocks());

const nothing = () => undefined;
const screens: Record<string, ReactNode> = {
  orders: <OrderStates filters={noFilters} inRange={0} dateWords="Today" change={nothing} />,
  chats: <ChatStates isAsked={false} isAnyHere={false} filters={readChatFilters('')} onClear={nothing} />,
  customers: (
    <ListState
      nouns={{ one: 'customer', many: 'customers' }}
      present={0}
      words={['', null]}
      onClear={nothing}
      empty={{ icon: null, title: 'No customers yet', hint: 'They come.' }}
    />
  ),
  menu: <MenuStates what="Your menu" empty="No items" hint="Add one" />,
  'point of sale': <CounterStates />,
};

test.for(Object.entries(screens))('"Try again" asks the server at once in %s', ([, screen]) => {
  rendered(screen).press('Try again');
  // A kick would be ignored until the backoff has passed.
  expect(calls.kick).not.toHaveBeenCalled();
  expect(calls.tryNow).toHaveBeenCalledOnce();
});
