import { useEffect, useState } from 'react';
import { opens } from '../../session/opens.ts';
import type { Restaurant } from '../../../contract/restaurant/rows.ts';
import { currentDb } from '../../data/current.ts';
import { serverNow } from '../../lib/server-now.ts';
import { links } from '../../links.ts';
import { commandsOf, isOpenTo, searchCommands, type Command, type ShellCommands } from './commands.ts';
import { entriesOf, type Entry } from './entries.ts';
import { recentlyOpened } from './recent.ts';
import { isEmpty, parseSearch } from './search-query.ts';
import { emptyIndex, fillIndex, searchIndex, type Found, type SearchIndex } from './search-index.ts';
import { areas, type Area } from './sources.ts';

export interface Group {
  title: string;
  /** How many there are in all; null where all are shown without a search. */
  count: number | null;
  entries: Entry[];
}

const SHOWN = 5;
const titles: Record<Area, string> = { orders: 'Orders', customers: 'Customers', menu_items: 'Menu', chats: 'Chats' };

/** The list with all results of a group, where there is one. */
const lists: Partial<Record<Area, (search: string) => string>> = {
  orders: (search) => links.orders({ date: 'all', orders: search }),
  customers: (search) => links.customers({ search }),
  chats: (search) => links.chats({ search }),
};

interface Rows {
  typed: string;
  groups: Group[];
  isDone: boolean;
}

/** Results for what was typed, and a sentence about them. Rows come a moment after commands. */
export function useSearchResults(
  typed: string,
  shell: ShellCommands,
  restaurant: Restaurant | null | undefined,
): { groups: Group[]; state: string } {
  const [index] = useState(() => emptyIndex(currentDb()));
  const [rows, setRows] = useState<Rows>({ typed: '', groups: [], isDone: false });
  const { role, lock } = shell;
  const timezone = restaurant?.timezone ?? 'UTC';
  const currency = restaurant?.currency ?? 'GBP';

  useEffect(() => {
    const stop = new AbortController();
    fillIndex(currentDb(), index, stop.signal);
    return () => stop.abort();
  }, [index]);

  useEffect(() => {
    const stop = new AbortController();
    const around = { timezone, currency, role, lock, now: serverNow() };
    const query = parseSearch(typed);
    const show = (groups: Group[], isDone: boolean) => {
      if (!stop.signal.aborted) setRows({ typed, groups: groups.filter(({ entries }) => entries.length > 0), isDone });
    };
    const recent = recentlyOpened();
    if (isEmpty(query)) {
      void recentEntries(recent, around).then((entries) => {
        show([{ title: 'Recently opened', count: null, entries }], true);
      });
    } else {
      void searchIndex(
        index,
        query,
        { limit: SHOWN, recent: recent.map((key) => key.slice(key.indexOf(':') + 1)), signal: stop.signal },
        (found, isDone) => void groupsOf(found, typed, around).then((groups) => show(groups, isDone)),
      );
    }
    return () => stop.abort();
  }, [index, typed, timezone, currency, role, lock]);

  const query = parseSearch(typed);
  const { actions, settings } = commandsOf(shell);
  // Rows of the letters before stay until those of the new ones are here, so that nothing flickers.
  const isLate = isEmpty(parseSearch(rows.typed)) !== isEmpty(query);
  const groups = [...(isLate ? [] : rows.groups)];
  if (isEmpty(query)) groups.push(group('Actions', actions, null));
  else {
    const [done, set] = [searchCommands(actions, query), searchCommands(settings, query)];
    if (done.length > 0) groups.push(group('Actions', done.slice(0, SHOWN), done.length));
    if (set.length > 0) groups.push(group('Settings', set.slice(0, SHOWN), set.length));
  }
  return { groups, state: stateOf(typed, groups, rows, index) };
}

function stateOf(typed: string, groups: Group[], rows: Rows, index: SearchIndex): string {
  if (index.failure) return 'The rows on this device could not be read. Close the search and open it again.';
  if (isEmpty(parseSearch(typed))) return 'Arrow keys to choose, Enter to open';
  if (rows.typed !== typed || !rows.isDone) return 'Searching this device…';
  if (groups.length === 0)
    return `Nothing on this device matches “${typed.trim()}”. Check the spelling or use fewer words.`;
  const count = groups.reduce((sum, { count: of }) => sum + (of ?? 0), 0);
  return count === 1 ? '1 result' : `${count.toLocaleString('en-GB')} results`;
}

const group = (title: string, commands: Command[], count: number | null): Group => ({
  title,
  count,
  entries: commands.map(({ label, href, run }) => ({
    key: `command:${label}`,
    label,
    detail: '',
    ...(href !== undefined && { href }),
    ...(run && { run }),
  })),
});

type Around = Parameters<typeof entriesOf>[3];

async function groupsOf(found: Found, typed: string, around: Around): Promise<Group[]> {
  const db = currentDb();
  // One transaction, because each costs another turn of the event loop.
  const read = () => Promise.all(areas.map((area) => entriesOf(db, area, found[area].ids, around)));
  const shown = await db.transaction('r', [...areas, 'menu_categories'], read);
  return areas.map((area, i) => {
    const { ids, count } = found[area];
    const entries = shown[i]!.filter(({ href }) => href === undefined || opens(around.role, href));
    const all = lists[area]?.(typed.trim());
    if (all && count > ids.length && opens(around.role, all))
      entries.push({
        key: `all:${area}`,
        label: `See all ${count.toLocaleString('en-GB')} in ${titles[area]}`,
        detail: '',
        href: all,
      });
    return { title: titles[area], count, entries };
  });
}

/** The newest first. */
async function recentEntries(keys: string[], around: Around): Promise<Entry[]> {
  const rows = await Promise.all(
    areas.map((area) =>
      entriesOf(
        currentDb(),
        area,
        keys.filter((key) => key.startsWith(`${area}:`)).map((key) => key.slice(area.length + 1)),
        around,
      ),
    ),
  );
  return rows
    .flat()
    .filter(({ href }) => href !== undefined && isOpenTo(href, around))
    .sort((a, b) => keys.indexOf(b.key) - keys.indexOf(a.key))
    .slice(0, SHOWN);
}
