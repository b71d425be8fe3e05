import { Link } from 'wouter';
import { intoView } from '../ui/into-view.ts';
import css from './tabs.module.css';

interface Props {
  /** "Settings by subject" */
  label: string;
  tabs: readonly { label: string; href: string; isCurrent: boolean }[];
}

/** Tabs that are links: each has its own address. */
export function LinkTabs({ label, tabs }: Props) {
  return (
    <nav className={`g-scroll-x g-flex g-rigid g-gap-4 g-rule-below g-inset-x-16 ${css.tabs}`} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          ref={tab.isCurrent ? intoView : undefined}
          className={`g-inline g-gap-8 g-nowrap g-size-14 g-soft g-pad-x-8 g-plain ${css.tab} ${tab.isCurrent ? css.current : ''}`}
          aria-current={tab.isCurrent ? 'page' : undefined}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
