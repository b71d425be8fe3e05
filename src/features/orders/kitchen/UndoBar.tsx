import { CheckmarkCircle24Filled, Dismiss24Regular, ErrorCircle24Filled } from '@fluentui/react-icons';
import { useShownFor } from '../../../ui/use-shown-for.ts';
import css from './kitchen.module.css';

export interface UndoMessage {
  /** Identifies the message. */
  id: number;
  title: string;
  detail?: string;
  undo?: () => void;
  /** Undo is possible only until the change is sent. */
  isUnsent?: boolean;
  /** What was asked for did not happen: no tick. */
  isRefused?: boolean;
}

const SHOWN_MS = 5_000;

/** What was just done, with Undo for five seconds, longer while the pointer is on it. Always in the page, because it is a live region. */
export function UndoBar({ told, onClose }: { told: UndoMessage | null; onClose: () => void }) {
  return (
    <div className={`g-rigid g-relative ${css.undoPlace}`} aria-live="polite" aria-atomic="true">
      {told && <Card key={told.id} told={told} onClose={onClose} />}
    </div>
  );
}

function Card({ told, onClose }: { told: UndoMessage; onClose: () => void }) {
  const held = useShownFor(SHOWN_MS, onClose);
  return (
    <div className={`g-row g-round-14 g-absolute g-shadow g-white ${css.undoBar}`} {...held}>
      {told.isRefused ? (
        <ErrorCircle24Filled className={css.refused} aria-hidden="true" />
      ) : (
        <CheckmarkCircle24Filled className={css.tick} aria-hidden="true" />
      )}
      <div className={`g-grow g-narrow ${css.undoWords}`}>
        <p>{told.title}</p>
        {told.detail && <p>{told.detail}</p>}
      </div>
      {told.undo ? (
        <button type="button" className={css.undo} onClick={told.undo}>
          Undo
        </button>
      ) : (
        <button type="button" className={`g-center ${css.dismiss}`} aria-label="Dismiss" onClick={onClose}>
          <Dismiss24Regular />
        </button>
      )}
    </div>
  );
}
