import { useMedia } from '../../ui/use-media.ts';
import css from './chart.module.css';

export interface Bar {
  /** Below the bar. */
  label: string;
  value: number;
  /** Shown as a line across the bar. Null: nothing to compare with. */
  compared?: number | null;
  /** What a screen reader and the tooltip say. */
  text: string;
}

interface Props {
  title: string;
  /** They are counts: the axis has whole numbers alone. */
  isWhole?: boolean;
  bars: readonly Bar[];
  format: (value: number) => string;
}

/** Drawn in CSS pixels of about the place that it gets, so that its letters keep their size. */
const sizes = {
  phone: { width: 340, height: 200, labels: 5 },
  wide: { width: 720, height: 240, labels: 14 },
};
const LEFT = 64;
const BOTTOM = 28;
const TOP = 12;

/** Bars with an axis. The table beside it says the same in text, so the drawing is one image to a screen reader. */
export function BarChart({ title, isWhole = false, bars, format }: Props) {
  const { width: whole, height, labels } = useMedia('(max-width: 639.9px)') ? sizes.phone : sizes.wide;
  const top = niceTop(Math.max(isWhole ? 4 : 1, ...bars.flatMap(({ value, compared }) => [value, compared ?? 0])));
  const step = (whole - LEFT) / Math.max(1, bars.length);
  const y = (value: number) => TOP + (height - TOP - BOTTOM) * (1 - Math.max(0, value) / top);
  const each = Math.ceil(bars.length / labels);
  const width = Math.min(48, step * 0.66);
  return (
    <svg className={css.chart} viewBox={`0 0 ${whole} ${height}`} role="img" aria-label={title}>
      {[0, 0.25, 0.5, 0.75, 1].map((part) => (
        <g key={part}>
          <line className={css.grid} x1={LEFT} x2={whole} y1={y(top * part)} y2={y(top * part)} />
          <text className={css.axis} x={LEFT - 8} y={y(top * part) + 4} textAnchor="end">
            {format(top * part)}
          </text>
        </g>
      ))}
      {bars.map(({ label, value, compared, text }, i) => {
        const middle = LEFT + step * (i + 0.5);
        return (
          <g key={label + String(i)}>
            <title>{text}</title>
            <rect className={css.hit} x={middle - step / 2} y={TOP} width={step} height={height - TOP - BOTTOM} />
            <rect
              className={css.bar}
              x={middle - width / 2}
              y={y(value)}
              width={width}
              height={Math.max(0, height - BOTTOM - y(value))}
              rx={Math.min(4, width / 4)}
            />
            {compared !== undefined && compared !== null && (
              <line
                className={css.compared}
                x1={middle - width / 2 - 3}
                x2={middle + width / 2 + 3}
                y1={y(compared)}
                y2={y(compared)}
              />
            )}
            {i % each === 0 && (
              <text className={css.axis} x={middle} y={height - 8} textAnchor="middle">
                {label}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

/** The next 1, 2, 4 or 8 times a power of ten, so that quarters of the axis are round. */
export function niceTop(max: number): number {
  const power = 10 ** Math.floor(Math.log10(max));
  return power * ([1, 2, 4, 8, 10].find((factor) => factor * power >= max) ?? 10);
}
