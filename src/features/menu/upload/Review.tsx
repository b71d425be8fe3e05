import { useState } from 'react';
import { Button, Input } from '@fluentui/react-components';
import { Delete20Regular } from '@fluentui/react-icons';
import { useLocation } from 'wouter';
import type { MenuUpload } from '../../../../contract/menu/upload-calls.ts';
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx';
import { useRow, useRows } from '../../../data/live.ts';
import { money } from '../../../lib/money.ts';
import { links } from '../../../links.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { SkeletonRows } from '../../../ui/page/SkeletonRows.tsx';
import { showToast } from '../../../ui/page/toast.ts';
import { allItems, categories as readCategories } from '../queries.ts';
import { PagePictures } from './PagePictures.tsx';
import { publishEntries } from './publish.ts';
import { settle } from './requests.ts';
import { compare, findMissing, isReady, toEntries, type ReviewEntry } from './review-entries.ts';
import { ReviewRow } from './ReviewRow.tsx';
import css from './upload.module.css';

/** What was read, next to the pictures. Nothing is on the menu until the owner adds it. */
export function Review({ upload, currency }: { upload: MenuUpload; currency: string }) {
  const bookId = upload.menu_book_id;
  const book = useRow('menu_books', bookId);
  const categories = useRows('menu_categories', (db) => readCategories(db, bookId), [bookId]);
  const items = useRows('menu_items', (db) => allItems(db, bookId), [bookId]);
  const [edits, setEdits] = useState<Record<string, Partial<ReviewEntry>>>({});
  const [removed, setRemoved] = useState<string[]>([]);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [isDiscarding, setIsDiscarding] = useState(false);
  const [, navigate] = useLocation();
  if (!items || !categories) return <SkeletonRows rows={8} label="Loading the menu" />;

  const entries = toEntries(upload, items, currency)
    .filter(({ id }) => !removed.includes(id))
    .map((entry) => ({ ...entry, ...edits[entry.id] }));
  const stateOf = (entry: ReviewEntry) => compare(entry, items, currency);
  const selected = entries.filter(
    (entry) => entry.isSelected && isReady(entry, currency) && stateOf(entry).kind !== 'same',
  );
  // Who typed in it, or ticked it, has looked at it.
  const isDoubtful = ({ id, confidence }: ReviewEntry) =>
    confidence < upload.certain_from && edits[id]?.isSelected === undefined;
  const unsure = entries.filter(isDoubtful).length;
  const missing = findMissing(entries, items);
  const edit = (id: string, change: Partial<ReviewEntry>) =>
    setEdits((before) => ({ ...before, [id]: { ...before[id], ...change } }));
  const renameCategory = (list: ReviewEntry[], category: string) => {
    for (const { id } of list) edit(id, { category });
  };
  const publish = () => {
    publishEntries(selected, { bookId, book: book ?? null, categories, items, currency });
    const changed = selected.filter((entry) => stateOf(entry).kind === 'price').length;
    const done = [
      selected.length > changed && `${count(selected.length - changed)} added`,
      changed > 0 && `${changed} ${changed === 1 ? 'price' : 'prices'} changed`,
    ].filter(Boolean);
    showToast({ title: `${book?.name ?? 'Menu'}: ${done.join(', ')}` });
    void settle(upload.id, 'published');
    navigate(links.categories(bookId));
  };
  const discard = () => {
    void settle(upload.id, 'discarded');
    navigate(links.menu());
  };

  return (
    <Page
      title="Check what was read"
      breadcrumb={[
        { label: 'Menu', to: links.menu() },
        { label: 'Upload a menu', to: links.menuUpload() },
      ]}
      isFlush
      footer={
        <div className={`g-row g-gap-12 g-pad-12-24 g-wrap ${css.footer}`}>
          <p className="g-fill g-soft" aria-live="polite">
            {unsure > 0
              ? `${count(unsure)} marked “Check this”: tick those that are right.`
              : 'Compare names and prices with the picture.'}
          </p>
          <Button
            icon={<Delete20Regular />}
            aria-label="Discard"
            className={css.discard ?? ''}
            onClick={() => setIsDiscarding(true)}
          >
            <span>Discard</span>
          </Button>
          <Button appearance="primary" disabledFocusable={selected.length === 0} onClick={publish}>
            {`Add ${count(selected.length)} to the menu`}
          </Button>
        </div>
      }
    >
      <div className={css.review}>
        <PagePictures upload={upload} chosen={entries.find(({ id }) => id === chosenId) ?? null} />
        <div className={css.list}>
          {group(entries).map(([category, list], place) => (
            // By its place: while its name is typed, the field stays the same.
            <section key={place} aria-label={category}>
              <Input
                className={css.heading}
                appearance="filled-lighter"
                aria-label="Category"
                value={category}
                maxLength={120}
                onChange={(_event, data) => renameCategory(list, data.value)}
              />
              <ul className="g-stack">
                {list.map((entry) => (
                  <ReviewRow
                    key={entry.id}
                    entry={entry}
                    present={stateOf(entry)}
                    isDoubtful={isDoubtful(entry)}
                    isChosen={entry.id === chosenId}
                    currency={currency}
                    categories={[...new Set(entries.map((one) => one.category))]}
                    onChoose={() => setChosenId(entry.id)}
                    onEdit={(change) => edit(entry.id, change)}
                    onRemove={() => setRemoved([...removed, entry.id])}
                  />
                ))}
              </ul>
            </section>
          ))}
          {missing.length > 0 && (
            <section>
              <h2 className={`g-text-16 g-strong ${css.category}`}>On your menu, not in the pictures</h2>
              <p className="g-soft">They stay as they are.</p>
              <ul className={css.missing}>
                {missing.map((item) => (
                  <li key={item.id}>
                    {item.name}, {money(item.price_amount, item.currency)}
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      </div>
      {isDiscarding && (
        <ConfirmDialog
          title="Discard what was read?"
          keepLabel="Keep it"
          submitLabel="Discard"
          onDo={discard}
          onClose={() => setIsDiscarding(false)}
        >
          The pictures and what was read from them are deleted. Your menu stays as it is.
        </ConfirmDialog>
      )}
    </Page>
  );
}

function group(entries: ReviewEntry[]): [string, ReviewEntry[]][] {
  const groups = new Map<string, ReviewEntry[]>();
  for (const entry of entries) groups.set(entry.category, [...(groups.get(entry.category) ?? []), entry]);
  return [...groups];
}

const count = (n: number) => `${n} ${n === 1 ? 'dish' : 'dishes'}`;
