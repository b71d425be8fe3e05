import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { ChevronRight24Regular } from '@fluentui/react-icons';
import { classes } from '../../../ui/classes.ts';
import css from './bar.module.css';

/** The stations in one line. When they do not fit, their edge fades and "More" shows the next ones; after the last the first again. */
export function StationStrip({ current, children }: { current: string | null; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const strip = useRef<HTMLDivElement>(null);
  const [hasMore, setHasMore] = useState(false);

  useLayoutEffect(() => {
    const measure = () => {
      if (frame.current && strip.current) setHasMore(strip.current.scrollWidth > frame.current.clientWidth + 1);
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
    <div ref={frame} className={css.stations}>
      <div ref={strip} className={classes(css.strip, hasMore && css.fades)} role="group" aria-label="Station">
        {children}
      </div>
      {hasMore && (
        <button type="button" className={css.more} aria-label="More stations" onClick={showMore}>
          More
          <ChevronRight24Regular aria-hidden="true" />
        </button>
      )}
    </div>
  );
}
