import { useMemo } from 'react';
import type { MenuItem } from '../../../contract/menu/calls.ts';
import { missingChoice } from '../../../contract/menu/orderable.ts';
import { useRows } from '../../data/live.ts';
import { useMinute } from '../../ui/use-minute.ts';
import { isAvailable } from './availability.ts';
import { modifierGroups, offeredGroups } from './queries.ts';
import { useEnds } from './use-ends.ts';

export interface Outs {
  /** The instant at which it is told, epoch ms. */
  now: number;
  /** What nobody can order: it is off, or it lacks a choice. */
  isOut: (item: MenuItem) => boolean;
  /** In words, what a dish that is on lacks, so that nobody can order it; null: nothing. */
  lackOf: (item: MenuItem) => string | null;
}

const none: MenuItem[] = [];

/** Which dishes can be ordered, for every screen of the menu. `items`: all of the menu, since choices may be dishes as well. */
export function useOuts(items: readonly MenuItem[] = none): Outs {
  const rows = useRows('modifier_groups', modifierGroups, []);
  const switched = useMemo(
    () => [
      ...items.flatMap((item) => [item, ...(item.variants ?? [])]),
      ...(rows ?? []).flatMap(({ modifiers }) => modifiers),
    ],
    [items, rows],
  );
  const groups = useMemo(() => {
    const byId = new Map(items.map((item) => [item.id, item]));
    return offeredGroups(rows ?? [], byId);
  }, [items, rows]);
  const now = Math.max(useMinute(), useEnds(switched));
  const at = new Date(now).toISOString();
  const lackOf = (item: MenuItem) => {
    const missing = isAvailable(item, at) ? missingChoice({ item, groups }, at) : null;
    return missing && lackWords(missing);
  };
  return { now, isOut: (item) => !isAvailable(item, at) || lackOf(item) !== null, lackOf };
}

const lackWords = ({ name }: { name: string | null }) =>
  name === null ? 'All sizes sold out' : `Not enough choices of ${name}`;
