import { useState, type ReactNode } from 'react';
import css from './form-section.module.css';

interface Props {
  title: string;
  /** What is entered, for the closed section. */
  summary: string;
  /** A field inside is to be corrected: the section opens. */
  isWrong?: boolean;
  children: ReactNode;
}

/** A part of a long form that is opened when it is needed. */
export function FormSection({ title, summary, isWrong = false, children }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className={css.section}
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>
        <span className="g-strong">{title}</span> <span className="g-soft g-size-13">{summary}</span>
      </summary>
      <div className="g-stack g-gap-16">{children}</div>
    </details>
  );
}
