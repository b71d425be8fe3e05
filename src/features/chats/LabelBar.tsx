import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { Dismiss16Regular } from '@fluentui/react-icons';
import { hasLabel, LABEL_MAX, LABELS_MAX } from '../../../contract/chats/labels.ts';
import css from './labels.module.css';

interface Props {
  labels: readonly string[];
  /** Labels of other chats, to choose from. */
  known: readonly string[];
  isAdding: boolean;
  onAdd: (label: string) => void;
  onRemove: (label: string) => void;
  onDone: () => void;
}

/** The labels of the open chat. Enter adds the typed one and waits for the next; Escape ends it. */
export function LabelBar({ labels, known, isAdding, onAdd, onRemove, onDone }: Props) {
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => {
    if (isAdding) field.current?.focus();
  }, [isAdding]);
  if (labels.length === 0 && !isAdding) return null;
  const isFull = labels.length >= LABELS_MAX;

  function add(event: FormEvent) {
    event.preventDefault();
    const label = text.trim();
    if (label === '') return onDone();
    if (!isFull && !hasLabel({ labels }, label)) onAdd(label);
    return setText('');
  }

  return (
    <div className={`g-row g-wrap g-gap-6 g-surface g-rule-below ${css.bar}`}>
      <ul className="g-row g-wrap g-gap-6" aria-label="Labels">
        {labels.map((label) => (
          <li key={label} className={`g-inline g-size-13 g-surface-3 ${css.chip}`}>
            <bdi className="g-truncate">{label}</bdi>
            <button
              type="button"
              className="g-center"
              aria-label={`Remove label ${label}`}
              onClick={() => onRemove(label)}
            >
              <Dismiss16Regular aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      {isAdding && isFull && <p className="g-warn g-size-13">A chat has at most {LABELS_MAX} labels.</p>}
      {isAdding && !isFull && (
        <form className="g-row g-gap-6" onSubmit={add}>
          <input
            ref={field}
            className="g-input"
            aria-label="New label"
            placeholder="Label, then Enter"
            list={id}
            value={text}
            maxLength={LABEL_MAX}
            autoComplete="off"
            onChange={({ target }) => setText(target.value)}
            onKeyDown={(event) => event.key === 'Escape' && onDone()}
          />
          <datalist id={id}>
            {known
              .filter((label) => !hasLabel({ labels }, label))
              .map((label) => (
                <option key={label}>{label}</option>
              ))}
          </datalist>
          <button type="submit" className="g-quiet">
            {text.trim() === '' ? 'Done' : 'Add'}
          </button>
        </form>
      )}
    </div>
  );
}
