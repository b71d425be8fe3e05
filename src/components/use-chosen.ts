import { useState } from 'react';

const noIds: ReadonlySet<string> = new Set();

/** The rows that are chosen. Another `list` (tab, filter, date) has none of them chosen. */
export function useChosen(list = '') {
  const [state, setState] = useState<{ list: string; ids: ReadonlySet<string> }>({ list, ids: noIds });
  const chosen = state.list === list ? state.ids : noIds;
  const choose = (ids: string[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const id of ids)
      if (isChosen) next.add(id);
      else next.delete(id);
    setState({ list, ids: next });
  };
  return { chosen, choose, clear: () => setState({ list, ids: noIds }) };
}
