import { useEffect, useRef, useState } from 'react';
import { Button } from '@fluentui/react-components';
import type { Order } from '../../../../contract/orders/calls.ts';
import type { Restaurant } from '../../../../contract/restaurant/rows.ts';
import { numberOf } from '../../../lib/order-number.ts';
import { timeOf } from '../../../lib/wall-clock.ts';
import { SidePanel } from '../../../ui/SidePanel.tsx';
import { showFault, showToast } from '../../../ui/toast.ts';
import css from './panel.module.css';
import { notePrinted, printedAt } from './printed.ts';
import { choosePrinter, knownPrinter, availableConnections, type Printer, type PrinterConnection } from './printer.ts';
import { Sheet } from './Sheet.tsx';
import { changedTicket, kitchenTicket, newestChange, receipt, type TicketLine } from './ticket.ts';
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

/** What comes out of the printer, before it does. Loaded when it is first asked for. */
export function PrintPanel({ order, restaurant, now, onClose }: Props) {
  const sheet = useRef<HTMLDivElement>(null);
  const [printer, setPrinter] = useState<Printer | null>(null);
  const [before, setBefore] = useState(() => printedAt(sessionStorage, order.id));
  const change = newestChange(order);
  const isChangedSince = change !== null && before !== null && change.arrived_at > before;
  const [copy, setCopy] = useState<Copy>(isChangedSince ? 'changed' : 'kitchen');
  useEffect(() => {
    knownPrinter().then(setPrinter, (error: unknown) => console.warn('The printers cannot be listed', error));
  }, []);

  const printing = { order, restaurant, now, printedAt: before };
  const lines: TicketLine[] =
    copy === 'receipt'
      ? receipt(printing)
      : copy === 'changed' && change
        ? changedTicket(printing, change)
        : kitchenTicket(printing);
  const number = numberOf(order);

  const print = () => {
    if (printer) {
      send(printer, lines).then(
        () => {
          note();
          showToast({ title: `#${number} printed`, detail: `${copyWords[copy]}, on ${printer.name}.` });
          onClose();
        },
        () =>
          showFault(`#${number} was not printed`, `${printer.name} did not take it. Look at its paper and its cable.`),
      );
      return;
    }
    const paper = sheet.current?.querySelector<HTMLElement>('[data-sheet]');
    if (paper) toPaper(paper);
    note();
  };
  const note = () => {
    const at = new Date(serverNow()).toISOString();
    notePrinted(sessionStorage, { id: order.id, at });
    setBefore(at);
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
        <Button appearance="primary" size="large" onClick={print}>
          Print
        </Button>
      }
    >
      <div className={css.panel}>
        <div className={css.copies} role="group" aria-label="What to print">
          {(['kitchen', ...(change ? ['changed' as const] : []), 'receipt'] as const).map((one) => (
            <button key={one} type="button" aria-pressed={copy === one} onClick={() => setCopy(one)}>
              {copyWords[one]}
            </button>
          ))}
        </div>
        <div ref={sheet} className={css.desk}>
          <Sheet lines={lines} label={`${copyWords[copy]} of order #${number}`} />
        </div>
        <PrinterChoice printer={printer} onConnect={connect} onForget={() => setPrinter(null)} />
      </div>
    </SidePanel>
  );
}

interface ChoiceProps {
  printer: Printer | null;
  onConnect: (way: PrinterConnection) => void;
  onForget: () => void;
}

/** Says which printer it goes to, and what this browser can do about another. */
function PrinterChoice({ printer, onConnect, onForget }: ChoiceProps) {
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
        Opens the print dialog, for any printer with 80 mm paper.
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

/** The printer's language is a piece of its own, loaded with the first ticket. */
async function send(printer: Printer, lines: TicketLine[]): Promise<void> {
  const { encodeTicket } = await import('./escpos.ts');
  await printer.print(encodeTicket(lines, printer.language));
}
