import { useState } from 'react';
import { QuestionCircle20Regular } from '@fluentui/react-icons';
import { Link } from 'wouter';
import { SearchField } from '../../components/table/SearchField.tsx';
import { fold } from '../../../contract/fold.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { SidePanel } from '../../ui/page/SidePanel.tsx';
import { helpAnswers, type HelpAnswer } from './answers.ts';
import css from './help.module.css';

/** Short answers, searched on this device: help is needed most when there is no internet. */
export function HelpPanel({ onClose }: { onClose: () => void }) {
  const [search, setSearch] = useState('');
  const found = findAnswers(search);
  return (
    <SidePanel
      title="Help"
      summary="Answers on this device, also offline"
      onClose={onClose}
      footer={
        <p>
          Not answered here? <a href="/contact-us">Write to the people who run Galley</a> (needs internet).
        </p>
      }
    >
      <SearchField
        label="Search help"
        placeholder="Bell, printer, refund…"
        search={search}
        onSearch={setSearch}
        isInstant
      />
      <p className="g-hidden" aria-live="polite">
        {found.length === 1 ? '1 answer' : `${found.length} answers`}
      </p>
      {found.length === 0 ? (
        <EmptyState icon={<QuestionCircle20Regular />} title="No answer found">
          Try another word, or write to us.
        </EmptyState>
      ) : (
        <ul className={css.list}>
          {found.map((one) => (
            <li key={one.question}>
              <Answer {...one} isOpen={found.length === 1} onLeave={onClose} />
            </li>
          ))}
        </ul>
      )}
    </SidePanel>
  );
}

function Answer({ question, answer, link, isOpen, onLeave }: HelpAnswer & { isOpen: boolean; onLeave: () => void }) {
  return (
    <details className="g-rule-below" open={isOpen}>
      <summary className={`g-strong ${css.question}`}>{question}</summary>
      <div className={`g-soft ${css.answer}`}>
        <p>{answer}</p>
        {link && (
          <p>
            <Link href={link.href} onClick={onLeave}>
              {link.label}
            </Link>
          </p>
        )}
      </div>
    </details>
  );
}

/** Those in which every word of the search begins a word; those found by their question come first. */
export function findAnswers(search: string): HelpAnswer[] {
  const terms = fold(search).split(/\s+/).filter(Boolean);
  const has = (text: string) => terms.every((term) => ` ${fold(text)}`.includes(` ${term}`));
  const isOf = ({ question, answer, words }: HelpAnswer) => has(`${question} ${words} ${answer}`);
  return helpAnswers.filter(isOf).sort((a, b) => Number(has(b.question)) - Number(has(a.question)));
}
