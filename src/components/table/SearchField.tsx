import { Dismiss20Regular, Search20Regular } from '@fluentui/react-icons';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { classes } from '../../ui/classes.ts';
import { isTyping } from './row-keys.ts';
import css from './search-field.module.css';

interface Props {
  label: string;
  placeholder: string;
  /** The current search, from the address. */
  search: string;
  onSearch: (search: string) => void;
  /** Changes when a result was used: the next input then replaces the old text. */
  takenAt?: number;
  /** The search is as quick as the typing: it follows each letter at once. */
  isInstant?: boolean;
  className?: string | undefined;
}

const TYPING_MS = 150;

/**
 * A search field without Fluent, because it is on the first screen. The search follows typing with a short delay. "/" focuses the
 * field; Back and links set its text.
 */
export function SearchField({
  label,
  placeholder,
  search,
  onSearch,
  takenAt = 0,
  isInstant = false,
  className,
}: Props) {
  const [text, setText] = useState(search);
  const [seen, setSeen] = useState(search);
  const [sent, setSent] = useState(search);
  const box = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  if (search !== seen) {
    setSeen(search);
    // The field's own text coming back through the address must not undo what was typed since.
    if (search !== sent.trim()) setText(search);
  }

  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
      event.preventDefault();
      box.current?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, []);
  useEffect(() => {
    if (takenAt > 0 && box.current?.value) box.current.select();
  }, [takenAt]);
  // Cancel the timer as the page is left: later it would write its search into the next page's address and lead back.
  useLayoutEffect(() => () => clearTimeout(timer.current), []);

  const type = (value: string) => {
    setText(value);
    clearTimeout(timer.current);
    const send = () => {
      setSent(value);
      onSearch(value);
    };
    if (isInstant) send();
    else timer.current = setTimeout(send, TYPING_MS);
  };

  return (
    <span className={classes('g-input', css.field, className)}>
      <Search20Regular aria-hidden="true" />
      <input
        ref={box}
        type="search"
        value={text}
        maxLength={100}
        placeholder={placeholder}
        aria-label={label}
        aria-keyshortcuts="/"
        onChange={(event) => type(event.target.value)}
      />
      {text !== '' && (
        // For pointers; a keyboard has Esc.
        <button
          type="button"
          className={`g-row g-middle g-low ${css.clear}`}
          aria-label="Clear the search"
          tabIndex={-1}
          onClick={() => {
            type('');
            box.current?.focus();
          }}
        >
          <Dismiss20Regular />
        </button>
      )}
    </span>
  );
}
