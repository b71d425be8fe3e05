import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { ChevronRight24Regular } from '@fluentui/react-icons';
import { classes } from '../../../ui/classes.ts';
import css from './bar.module.css';

/** The stations in one line. If they do not fit, the edge fades and "More" shows the next ones; after the last it starts over. */
export function StationStrip({ current, children }: { current: string | null; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const strip = useRef<HTMLDivElement>(null);
  const [hasMore, setHasMore] = useState(false);

  useLayoutEffect(() => {
    const measure = () => {
      if (frame.current && strip.current) setHasMore(widthOf(strip.current) > frame.current.clientWidth + 1);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(frame.current!);
    for (const button of strip.current!.children) observer.observe(button);
    return () => observer.disconnect();
  }, [children]);

  useEffect(() => {
    strip.current?.querySelector('[aria-pressed="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [current]);

  const showMore = () => {
    const { scrollLeft, clientWidth, scrollWidth } = strip.current!;
    const isAtEnd = scrollLeft + clientWidth >= scrollWidth - 1;
    strip.current!.scrollTo({ left: isAtEnd ? 0 : scrollLeft + clientWidth / 2 });
  };

  return (
    <div ref={frame} className={`g-flex g-narrow ${css.stations}`}>
      <div
        ref={strip}
        className={classes(
          'g-scroll-x g-flex g-narrow g-gap-8 g-surface-3 g-round-12',
          css.strip,
          hasMore && css.fades,
        )}
        role="group"
        aria-label="Station"
      >
        {children}
      </div>
      {hasMore && (
        <button
          type="button"
          className={`g-row g-rigid g-relative g-strong g-size-18 g-soft g-round-12 g-pad-x-8 g-hover ${css.next}`}
          aria-label="More stations"
          onClick={showMore}
        >
          <span>More</span>
          <ChevronRight24Regular aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

const PADDING = 4;

/** What the stations need. Not `scrollWidth`: the faded edge adds to it, so that once it was shown it would stay. */
function widthOf(strip: HTMLElement): number {
  const [first, last] = [strip.firstElementChild, strip.lastElementChild] as (HTMLElement | null)[];
  return first && last ? last.offsetLeft + last.offsetWidth - first.offsetLeft + 2 * PADDING : 0;
}
