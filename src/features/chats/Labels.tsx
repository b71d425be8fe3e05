import css from './labels.module.css';

/** A chat's labels on one line; what does not fit is cut off. */
export const Labels = ({ labels }: { labels: readonly string[] }) =>
  labels.length === 0 ? null : (
    <ul className={`g-flex g-gap-4 g-clip ${css.labels}`} aria-label="Labels">
      {labels.map((label) => (
        <li key={label} className="g-badge g-rigid g-surface-3">
          <bdi>{label}</bdi>
        </li>
      ))}
    </ul>
  );
