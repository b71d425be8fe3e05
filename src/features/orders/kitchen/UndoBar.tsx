import { CheckmarkCircle24Filled, Dismiss24Regular } from '@fluentui/react-icons';
import { useShownFor } from '../../../ui/use-shown-for.ts';
import css from './kitchen.module.css';

export interface UndoMessage {
  /** Tells one from the next. */
  id: number;
  title: string;
  detail?: string;
  undo?: () => void;
  /** The Undo holds only until the change is sent. */
  isUnsent?: boolean;
}

const SHOWN_MS = 5_000;

/** What was just done, with Undo: five seconds, longer while it is held. Stands from the start, because it speaks. */
export function UndoBar({ told, onClose }: { told: UndoMessage | null; onClose: () => void }) {
  return (
    <div className={css.undoPlace} aria-live="polite" aria-atomic="true">
      {told && <Card key={told.id} told={told} onClose={onClose} />}
    </div>
  );
}

function Card({ told, onClose }: { told: UndoMessage; onClose: () => void }) {
  const held = useShownFor(SHOWN_MS, onClose);
  return (
    <div className={css.undoBar} {...held}>
      <CheckmarkCircle24Filled className={css.tick} aria-hidden="true" />
      <div className={css.undoWords}>
        <p>{told.title}</p>
        {told.detail && <p>{told.detail}</p>}
      </div>
      {told.undo ? (
        <button type="button" className={css.undo} onClick={told.undo}>
          Undo
        </button>
      ) : (
        <button type="button" className={css.dismiss} aria-label="Dismiss" onClick={onClose}>
          <Dismiss24Regular />
        </button>
      )}
    </div>
  );
}
