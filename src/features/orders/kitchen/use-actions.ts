import { useCallback, useState } from 'react';
import type { Ticket } from '../../../data/mutate.ts';
import { showFault } from '../../../ui/page/toast.ts';
import type { StatusRules } from '../../../../contract/orders/status.ts';
import { takeStep } from '../steps/steps.ts';
import { canBeUndone, tooLateWords, undoStep } from '../steps/undo-step.ts';
import { recall, strike } from './act.ts';
import { reasonLabel } from '../labels.ts';
import type { KitchenOrder } from './Ticket.tsx';
import type { TicketAct } from './ticket-act.ts';
import { isStruck, linesAt } from './tickets.ts';
import type { UndoMessage } from './UndoBar.tsx';
import { numberOf } from '../../../lib/order-number.ts';

let lastId = 0;

/** What the tickets' buttons do and what the undo bar shows. `isOnline`: a step is sent as soon as it is made. */
export function useActions(isOnline: boolean, rules: StatusRules) {
  const [told, setTold] = useState<UndoMessage | null>(null);
  const clear = useCallback(() => setTold(null), []);
  const say = useCallback((words: Omit<UndoMessage, 'id'>) => setTold({ ...words, id: ++lastId }), []);
  /** A message about another device's change never replaces an Undo. */
  const tell = useCallback(
    (words: Omit<UndoMessage, 'id'>) => setTold((now) => (now?.undo ? now : { ...words, id: ++lastId })),
    [],
  );

  const onAct = useCallback(
    (order: KitchenOrder, act: TicketAct) => {
      const number = numberOf(order);
      if (act.kind === 'station') {
        const lines = linesAt(order, act.station).filter((line) => !isStruck(line));
        for (const line of lines) strike(order, line.id, true);
        const undo = () => {
          clear();
          for (const line of lines) strike(order, line.id, false);
        };
        say({ title: `#${number}: ${act.station} is done`, detail: 'The other stations still cook.', undo });
        return;
      }
      const { step } = act;
      const ticket: Ticket = takeStep(order, step, {
        ...(act.prep_minutes && { prep_minutes: act.prep_minutes }),
        ...(act.reason && { reason: act.reason }),
      });
      const undo = () => {
        clear();
        const taken = { order, step, ticket };
        undoStep(taken, rules).then(
          (undone) => {
            const tooLate = tooLateWords(taken, undone);
            if (tooLate) say({ ...tooLate, isRefused: true });
            else tell({ title: `#${number} is back` });
          },
          () => showFault(`#${number} was not taken back`, 'This device did not keep the change. Try once more.'),
        );
      };
      // An acceptance or start cannot be undone once the server has it, so offer no Undo then.
      const isUnsent = !canBeUndone(step, true);
      say({
        title: `#${number} ${wordsOf[step.order_status] ?? 'moved on'}`,
        ...(act.prep_minutes && { detail: `Ready in ${act.prep_minutes} min.` }),
        ...(act.reason && { detail: reasonLabel(act.reason) ?? '' }),
        ...(canBeUndone(step, isOnline) && { undo, isUnsent }),
      });
    },
    [clear, isOnline, rules, say, tell],
  );

  const onStrike = useCallback(
    (order: KitchenOrder, lineId: string, isDone: boolean) => void strike(order, lineId, isDone),
    [],
  );

  const onRecall = (order: KitchenOrder) => {
    recall(order);
    say({ title: `#${numberOf(order)} is back in the kitchen` });
  };

  const shown = isOnline && told?.isUnsent ? withoutUndo(told) : told;
  /** The U key; also says when there is nothing to undo. */
  const onUndo = () => {
    if (shown?.undo) shown.undo();
    else say({ title: 'Too late to undo', detail: 'Recall brings back what left the kitchen.', isRefused: true });
  };

  return { told: shown, tell, clear, onUndo, onAct, onStrike, onRecall };
}

/** Removes an Undo that is possible only until the change is sent. */
function withoutUndo({ undo: _, ...told }: UndoMessage): UndoMessage {
  return told;
}

const wordsOf: Partial<Record<string, string>> = {
  accepted: 'accepted',
  preparing: 'started',
  ready: 'is ready',
  rejected: 'rejected',
};
