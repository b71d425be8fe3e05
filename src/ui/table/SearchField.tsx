import { Dismiss20Regular, Search20Regular } from '@fluentui/react-icons';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { classes } from '../classes.ts';
import { isTyping } from './row-keys.ts';
import css from './search-field.module.css';

interface Props {
  label: string;
  placeholder: string;
  /** What is searched for now, from the address. */
  search: string;
  onSearch: (search: string) => void;
  /** Changes when what was found has been taken: the next words then replace the last ones. */
  takenAt?: number;
  className?: string | undefined;
}

const TYPING_MS = 150;

/** Plain, since the first screen has one. A search that follows the typing by a moment. "/" puts the cursor into it; Back and links put their words into it. */
export function SearchField({ label, placeholder, search, onSearch, takenAt = 0, className }: Props) {
  const [text, setText] = useState(search);
  const [seen, setSeen] = useState(search);
  const [sent, setSent] = useState(search);
  const box = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  if (search !== seen) {
    setSeen(search);
    // Its own words coming back through the address must not undo what was typed since.
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
  // In the moment in which the page is left: a little later it would write its search into the address of the next page, and lead back.
  useLayoutEffect(() => () => clearTimeout(timer.current), []);

  const type = (value: string) => {
    setText(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setSent(value);
      onSearch(value);
    }, TYPING_MS);
  };

  return (
    <span className={classes('g-search', css.field, className)}>
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
        // For the finger and the mouse; a keyboard has Esc.
        <button
          type="button"
          className={css.clear}
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
