import css from './sheet.module.css';
import type { TicketLine } from './ticket.ts';

/** A ticket as paper shows it: 80 mm wide, black on white in both themes. */
export function Sheet({ lines, label }: { lines: TicketLine[]; label: string }) {
  return (
    <div className={css.sheet} role="img" aria-label={label} data-sheet="">
      {lines.map((line, i) => (
        // Two lines may be alike, and none ever moves.
        // oxlint-disable-next-line react/no-array-index-key
        <Line key={i} line={line} />
      ))}
    </div>
  );
}

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
    case 'name':
    case 'number':
    case 'strong':
    case 'plain':
    case 'alarm':
    case 'detail':
      return (
        <p className={css[line.kind]}>
          <bdi>{line.text}</bdi>
        </p>
      );
  }
}
