import { Dismiss20Regular, Search20Regular } from '@fluentui/react-icons';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useLocation } from 'wouter';
import { useRestaurant } from '../../session/use-restaurant.ts';
import type { ShellCommands } from './commands.ts';
import type { Entry } from './entries.ts';
import { noteOpened } from './recent.ts';
import css from './search.module.css';
import { highlight, parseSearch, SEARCH_LENGTH, type SearchQuery } from './search-query.ts';
import { revealCard } from './reveal-card.ts';
import { useSearchResults, type Group } from './use-search-results.ts';

interface Props extends ShellCommands {
  onClose: () => void;
}

/** Finds orders, customers, dishes, chats, settings and actions on this device, without a network. Loaded when it is first opened. */
export function SearchDialog({ onClose, ...shell }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const restaurant = useRestaurant();
  const [, navigate] = useLocation();
  const id = useId();
  const { groups, state } = useSearchResults(typed, shell, restaurant);
  const entries = groups.flatMap((group) => group.entries);
  const current = Math.min(at, entries.length - 1);
  const query = parseSearch(typed);

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    // The backdrop belongs to the dialog element itself.
    const closeOutside = ({ target }: MouseEvent) => target === element && element.close();
    element.addEventListener('click', closeOutside);
    element.showModal();
    return () => {
      element.removeEventListener('click', closeOutside);
      element.close();
    };
  }, []);
  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, current]);

  const open = (entry: Entry) => {
    noteOpened(entry.key);
    // The focus returns to the page first, so that the next page can take it.
    dialog.current?.close();
    if (entry.run) return entry.run();
    if (entry.href === undefined) return;
    navigate(entry.href);
    revealCard(entry.href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // A key that composes a letter belongs to the keyboard's own list.
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const entry = entries[current];
    if (step !== undefined && entries.length > 0) setAt((current + step + entries.length) % entries.length);
    else if (event.key === 'Enter' && entry) open(entry);
    else return;
    event.preventDefault();
  };

  return (
    <dialog ref={dialog} className={`g-surface g-ink g-clip ${css.dialog}`} aria-label="Search" onClose={onClose}>
      <div className={`g-row g-gap-12 g-rule-below ${css.head}`}>
        <Search20Regular aria-hidden="true" />
        <input
          autoFocus
          type="text"
          role="combobox"
          className={`g-fill g-narrow ${css.field}`}
          aria-label="Search everywhere"
          aria-expanded={entries.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={entries.length > 0 ? `${id}-${current}` : undefined}
          placeholder="Orders, customers, dishes, settings…"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={SEARCH_LENGTH}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        <button
          type="button"
          className={`g-icon g-square g-rigid g-faint g-round-6 g-hover ${css.close}`}
          aria-label="Close the search"
          onClick={() => dialog.current?.close()}
        >
          <Dismiss20Regular />
        </button>
      </div>
      <div id={`${id}-list`} role="listbox" aria-label="Results" className={`g-scroll-y ${css.list}`}>
        {groups.map((group, g) => (
          <ResultGroup
            key={group.title}
            group={group}
            first={groups.slice(0, g).reduce((sum, { entries: before }) => sum + before.length, 0)}
            current={current}
            id={id}
            query={query}
            onOpen={open}
            onPoint={setAt}
          />
        ))}
      </div>
      <p className={`g-faint g-size-12 ${css.state}`} aria-live="polite">
        {state}
      </p>
    </dialog>
  );
}

interface GroupProps {
  group: Group;
  /** The number of its first entry among all. */
  first: number;
  current: number;
  id: string;
  query: SearchQuery;
  onOpen: (entry: Entry) => void;
  onPoint: (at: number) => void;
}

function ResultGroup({ group, first, current, id, query, onOpen, onPoint }: GroupProps) {
  const titleId = `${id}-${group.title.replaceAll(' ', '-')}`;
  return (
    <div role="group" aria-labelledby={titleId}>
      <p id={titleId} className={`g-row g-text-12 g-strong g-faint ${css.title}`}>
        <span className="g-fill">{group.title}</span>
        {group.count !== null && <span>{group.count.toLocaleString('en-GB')}</span>}
      </p>
      {group.entries.map((entry, i) => {
        const number = first + i;
        return (
          <button
            key={entry.key}
            id={`${id}-${number}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={number === current}
            className={`g-full g-round-8 ${css.option} ${number === current ? css.current : ''}`}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => number !== current && onPoint(number)}
            onClick={() => onOpen(entry)}
          >
            <span className={`g-truncate g-strong ${css.line}`}>
              <Marked text={entry.label} query={query} />
            </span>
            {entry.detail && (
              <span className={`g-truncate g-text-13 g-soft ${css.line}`}>
                <Marked text={entry.detail} query={query} />
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}

function Marked({ text, query }: { text: string; query: SearchQuery }) {
  return highlight(text, query).map(({ text: piece, isHit }, i) =>
    isHit ? (
      <mark key={i} className={css.hit}>
        {piece}
      </mark>
    ) : (
      <bdi key={i}>{piece}</bdi>
    ),
  );
}
