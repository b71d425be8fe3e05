// @vitest-environment happy-dom
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ChatStates } from '../../src/features/chats/ChatStates.tsx';
import { readChatFilters } from '../../src/features/chats/chat-filters.ts';
import { CounterStates } from '../../src/features/point-of-sale/PointOfSaleStates.tsx';
import { CustomerStates } from '../../src/features/customers/CustomerStates.tsx';
import { readCustomerFilters } from '../../src/features/customers/customer-filters.ts';
import { MenuStates } from '../../src/features/menu/MenuStates.tsx';
import { noFilters } from '../../src/features/orders/filters.ts';
import { OrderStates } from '../../src/features/orders/OrderStates.tsx';
import { rendered } from './rendered.ts';

const asked = vi.hoisted(() => ({ tryNow: vi.fn<() => void>(), kick: vi.fn<() => void>() }));
vi.mock('../../src/sync/runtime/client.ts', () => ({
  ...asked,
  useSyncState: () => ({ gate: 'backoff', isComplete: false, nextTryAt: null }),
}));
vi.mock('../../src/data/live.ts', () => ({ useLive: () => 0 }));

beforeEach(() => void vi.clearAllMocks());

const nothing = () => undefined;
const screens: Record<string, ReactNode> = {
  orders: <OrderStates filters={noFilters} inRange={0} dateWords="Today" change={nothing} />,
  chats: <ChatStates isAsked={false} isAnyHere={false} filters={readChatFilters('')} onClear={nothing} />,
  customers: <CustomerStates filters={readCustomerFilters('')} total={0} onClear={nothing} />,
  menu: <MenuStates what="Your menu" empty="No items" hint="Add one" />,
  'point of sale': <CounterStates />,
};

test.for(Object.entries(screens))(
  '"Try again" asks the server at once in the list of %s, whatever it waits for',
  ([, screen]) => {
    rendered(screen).press('Try again');
    // A kick is not heard before the back-off has passed.
    expect(asked.kick).not.toHaveBeenCalled();
    expect(asked.tryNow).toHaveBeenCalledOnce();
  },
);
