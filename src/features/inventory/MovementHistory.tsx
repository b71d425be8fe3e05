import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { Link } from 'wouter';
import { listMovements, type InventoryItem, type InventoryMovement } from '../../../contract/inventory/calls.ts';
import { changeLabel, quantityLabel } from '../../../contract/inventory/quantity-label.ts';
import { compareMovements, recentHistory } from '../../../contract/inventory/stock.ts';
import { send } from '../../api/send.ts';
import { shortUntil } from '../../lib/wall-clock.ts';
import { links } from '../../links.ts';
import type { InventoryLook } from './inventory-columns.tsx';
import { movementLabels } from './labels.ts';
import css from './panel.module.css';

type Line = Pick<
  InventoryMovement,
  'id' | 'movement_type' | 'reason' | 'order_id' | 'occurred_at' | 'device_name' | 'actor'
> & {
  change: string;
  after: string;
};

const PAGE = 50;

/** The movements of an item, newest first: the recent ones are on this device, older ones come from the server. */
export function MovementHistory({ item, look }: { item: InventoryItem; look: InventoryLook }) {
  const [older, setOlder] = useState<{ lines: Line[]; page: number; hasMore: boolean } | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const recent = recentHistory(item)
    .map(({ movement, change, after }): Line => ({ ...movement, change, after }))
    .toReversed();
  const oldest = recent.at(-1);
  const rest = (older?.lines ?? []).filter((line) => oldest === undefined || compareMovements(line, oldest) < 0);
  const mayHaveMore = older?.hasMore ?? item.recent_movements.length > 0;

  const load = async () => {
    const page = (older?.page ?? 0) + 1;
    const result = await send(listMovements, {
      path: { id: item.id },
      query: { page_no: String(page), limit: String(PAGE) },
    });
    if (!result.ok) {
      setFault(
        result.kind === 'offline'
          ? 'Older movements need a network. These are the newest.'
          : 'The server could not list them. Try again.',
      );
      return;
    }
    setFault(null);
    const lines = result.data.map((one): Line => ({ ...one, change: one.quantity_change, after: one.quantity_after }));
    setOlder({
      lines: [...(older?.lines ?? []), ...lines],
      page,
      hasMore: result.meta?.has_next_page ?? false,
    });
  };

  return (
    <>
      {recent.length === 0 && <p className="g-faint g-pad-y-8">Nothing has moved yet. Begin with a count.</p>}
      <ol className={css.history} aria-label="Movements, newest first">
        {[...recent, ...rest].map((line) => (
          <Movement key={line.id} line={line} unit={item.unit} look={look} />
        ))}
      </ol>
      {fault && (
        <p className="g-warn g-pad-y-8" role="status">
          {fault}
        </p>
      )}
      {mayHaveMore && (
        <Button appearance="subtle" onClick={() => void load()}>
          Older movements
        </Button>
      )}
    </>
  );
}

function Movement({ line, unit, look }: { line: Line; unit: InventoryItem['unit']; look: InventoryLook }) {
  const isCount = line.movement_type === 'recount';
  const who = line.device_name ?? line.actor?.name;
  return (
    <li>
      <span className="g-strong">{movementLabels[line.movement_type] ?? line.movement_type}</span>
      <b className={`g-digits ${line.change.startsWith('-') ? 'g-bad' : 'g-ok'}`}>
        {isCount && line.change === '0' ? 'as expected' : changeLabel(line.change, unit)}
      </b>
      <i className="g-digits g-faint">{quantityLabel(line.after, unit)}</i>
      <small className="g-size-13 g-soft">
        {shortUntil(line.occurred_at, look.timezone, look.now)}
        {who && `, ${who}`}
        {line.reason && `, ${line.reason}`}
        {line.order_id && (
          <>
            , <Link href={links.order(line.order_id)}>order</Link>
          </>
        )}
      </small>
    </li>
  );
}
