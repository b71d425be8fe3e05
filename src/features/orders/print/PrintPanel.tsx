import { useEffect, useRef, useState } from 'react';
import { Button } from '@fluentui/react-components';
import type { Order } from '../../../../contract/orders/calls.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { currentDb } from '../../../data/current.ts';
import { useLive } from '../../../data/live.ts';
import { numberOf } from '../../../lib/order-number.ts';
import { timeOf } from '../../../lib/wall-clock.ts';
import { useSession } from '../../../session/session.ts';
import { SidePanel } from '../../../ui/page/SidePanel.tsx';
import { showFault, showToast } from '../../../ui/page/toast.ts';
import css from './panel.module.css';
import { notePrinted, printedAt } from './printed.ts';
import { choosePrinter, knownPrinter, availableConnections, type Printer, type PrinterConnection } from './printer.ts';
import { send } from './send.ts';
import { Sheet } from './Sheet.tsx';
import { orderedItems } from '../queries.ts';
import { changedTicket, changesToPrint, correctionsSince, kitchenTicket, receipt, type TicketLine } from './ticket.ts';
import { toPaper } from './to-paper.ts';
import { serverNow } from '../../../lib/server-now.ts';

interface Props {
  order: Order;
  restaurant: Restaurant;
  now: number;
  onClose: () => void;
}

type Copy = 'kitchen' | 'changed' | 'receipt';
const copyWords = { kitchen: 'Kitchen ticket', changed: 'What changed', receipt: 'Receipt' } as const;
const wayWords = { usb: 'Connect a USB printer', serial: 'Connect a serial printer' } as const;

/** A preview of the ticket. Loaded when it is first opened. */
export function PrintPanel({ order, restaurant, now, onClose }: Props) {
  const sheet = useRef<HTMLDivElement>(null);
  const [printer, setPrinter] = useState<Printer | null>(null);
  const { printer: own } = useSession();
  const width = restaurant.printers?.find(({ id }) => id === own)?.paper_width ?? 80;
  const [asked, setCopy] = useState<Copy | null>(null);
  const kitchenAt = useLive((db) => printedAt(db, order.id, 'kitchen'), [order.id]) ?? null;
  const receiptAt = useLive((db) => printedAt(db, order.id, 'receipt'), [order.id]) ?? null;
  const corrections = changesToPrint(order, kitchenAt);
  const isChanged = corrections.length > 0;
  const isChangedSince = correctionsSince(corrections, kitchenAt).length > 0;
  const copy = asked ?? (isChangedSince ? 'changed' : 'kitchen');
  const before = copy === 'receipt' ? receiptAt : kitchenAt;
  useEffect(() => {
    knownPrinter().then(setPrinter, (error: unknown) => console.warn('The printers cannot be listed', error));
  }, []);

  const items = useLive((db) => orderedItems(db, order), [order.id, order.version]);
  const printing = { order, restaurant, now, printedAt: before, items };
  const lines: TicketLine[] =
    copy === 'receipt'
      ? receipt(printing)
      : copy === 'changed' && isChanged
        ? changedTicket(printing, corrections)
        : kitchenTicket(printing);
  const number = numberOf(order);

  const print = () => {
    if (printer) {
      send(printer, lines, width).then(
        () => {
          note();
          showToast({ title: `#${number} printed`, detail: `${copyWords[copy]}, on ${printer.name}.` });
          onClose();
        },
        (error: unknown) => {
          console.warn('A ticket was not printed', error);
          showFault(`#${number} was not printed`, `${printer.name} did not take it. Look at its paper and its cable.`);
        },
      );
      return;
    }
    const paper = sheet.current?.querySelector<HTMLElement>('[data-sheet]');
    if (paper) void toPaper(paper, width);
    note();
  };
  const note = () => {
    const at = new Date(serverNow()).toISOString();
    notePrinted(currentDb(), { orderId: order.id, kind: copy === 'receipt' ? 'receipt' : 'kitchen' }, at).catch(
      // It costs the word REPRINT, not the ticket.
      (error: unknown) => console.warn('What was printed cannot be kept', error),
    );
  };
  const connect = (way: PrinterConnection) => {
    choosePrinter(way).then(
      (chosen) => chosen && setPrinter(chosen),
      () => showFault('The printer was not connected', 'Another program may be using it.'),
    );
  };

  return (
    <SidePanel
      title={`Print #${number}`}
      summary={before ? `Printed here at ${timeOf(before, restaurant.timezone)}` : 'Not printed on this device yet'}
      onClose={onClose}
      footer={
        <Button appearance="primary" onClick={print}>
          Print
        </Button>
      }
    >
      <div className={css.panel}>
        <div className={css.copies} role="group" aria-label="What to print">
          {(['kitchen', ...(isChanged ? ['changed' as const] : []), 'receipt'] as const).map((one) => (
            <button key={one} type="button" aria-pressed={copy === one} onClick={() => setCopy(one)}>
              {copyWords[one]}
            </button>
          ))}
        </div>
        <div ref={sheet} className={css.desk}>
          <Sheet lines={lines} width={width} label={`${copyWords[copy]} of order #${number}`} />
        </div>
        <PrinterChoice printer={printer} width={width} onConnect={connect} onForget={() => setPrinter(null)} />
      </div>
    </SidePanel>
  );
}

interface ChoiceProps {
  printer: Printer | null;
  width: number;
  onConnect: (way: PrinterConnection) => void;
  onForget: () => void;
}

/** Shows the printer in use, and what this browser can do about another. */
function PrinterChoice({ printer, width, onConnect, onForget }: ChoiceProps) {
  const ways = availableConnections();
  if (printer) {
    return (
      <p className={css.words}>
        Goes straight to {printer.name}.{' '}
        <button type="button" className={css.link} onClick={onForget}>
          Use the print dialog instead
        </button>
      </p>
    );
  }
  return (
    <div className={css.words}>
      <p>
        Opens the print dialog, for any printer with {width} mm paper.
        {ways.length === 0 &&
          ' A receipt printer can be reached without the dialog from Chrome or Edge, not from Safari or Firefox.'}
      </p>
      {ways.map((way) => (
        <button key={way} type="button" className={css.link} onClick={() => onConnect(way)}>
          {wayWords[way]}
        </button>
      ))}
    </div>
  );
}
