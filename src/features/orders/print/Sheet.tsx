import css from './sheet.module.css';
import type { TicketLine } from './ticket.ts';
import type { PaperWidth } from './to-paper.ts';

/** A ticket as on paper, black on white in both themes. */
export function Sheet({ lines, label, width }: { lines: TicketLine[]; label: string; width: PaperWidth }) {
  return (
    <div
      className={width === 58 ? `${css.sheet} ${css.narrow}` : css.sheet}
      role="img"
      aria-label={label}
      data-sheet=""
    >
      {lines.map((line, i) => (
        // Two lines may be alike, and none ever moves.
        // oxlint-disable-next-line react/no-array-index-key
        <Line key={i} line={line} />
      ))}
    </div>
  );
}

const looks = {
  name: css.name,
  number: css.number,
  strong: css.strong,
  plain: css.plain,
  alarm: css.alarm,
};

function Line({ line }: { line: TicketLine }) {
  switch (line.kind) {
    case 'rule':
      return <hr className={css.rule} />;
    case 'dish':
      return (
        <p className={css.dish}>
          <b>{line.quantity}</b>
          <b>
            <bdi>{line.text}</bdi>
          </b>
          {line.amount && <span>{line.amount}</span>}
        </p>
      );
    case 'pair':
      return (
        <p className={line.isStrong ? `${css.pair} ${css.bold}` : css.pair}>
          <span>
            <bdi>{line.left}</bdi>
          </span>
          <span>{line.right}</span>
        </p>
      );
    case 'columns':
      return (
        <p className={css.columns}>
          <span>{line.first}</span>
          <span>{line.second}</span>
          <span>{line.third}</span>
        </p>
      );
    case 'detail':
      return (
        <p className={css.detail} style={{ marginInlineStart: `${2 * (line.depth ?? 0)}ch` }}>
          <bdi>{line.text}</bdi>
        </p>
      );
    case 'name':
    case 'number':
    case 'strong':
    case 'plain':
    case 'alarm':
      return (
        <p className={looks[line.kind]}>
          <bdi>{line.text}</bdi>
        </p>
      );
  }
}
