import { CheckmarkCircle20Filled } from '@fluentui/react-icons';
import { MarkShapes } from '../../../ui/Mark.tsx';
import styles from './ProductPromise.module.css';

/** The product's promise beside the form, from 1024 px on. */
export function ProductPromise() {
  return (
    <aside className={styles.promise} aria-label="What Galley does">
      <svg
        className={`g-full g-absolute ${styles.picture}`}
        viewBox="0 0 680 640"
        aria-hidden="true"
        preserveAspectRatio="xMidYMid slice"
      >
        <g fill="none" stroke="#3D63D9" strokeWidth="1.5">
          <circle cx="340" cy="262" r="212" opacity="0.55" />
          <circle cx="340" cy="262" r="272" opacity="0.4" />
          <circle cx="340" cy="262" r="336" opacity="0.3" />
          <circle cx="340" cy="262" r="400" opacity="0.2" />
        </g>
        <svg x="174" y="96" width="332" height="332" viewBox="0 0 512 512">
          <MarkShapes />
        </svg>
      </svg>
      <div className={`g-relative ${styles.words}`}>
        <p className="g-tight-32 g-heavy">
          The kitchen keeps serving,
          <br />
          with or without the network.
        </p>
        <ul className={`g-stack g-gap-12 g-size-16 g-line-20 ${styles.list}`}>
          {[
            'Orders and menu stay on the tablet',
            'What you tap offline is sent later, in order',
            'Nothing you tap is ever lost silently',
          ].map((line) => (
            <li className="g-row g-gap-12" key={line}>
              <CheckmarkCircle20Filled aria-hidden="true" />
              {line}
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}
