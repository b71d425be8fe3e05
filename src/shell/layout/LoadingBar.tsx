import { useSyncExternalStore } from 'react';
import { loadingBar } from '../navigation/loading-bar.ts';
import styles from './LoadingBar.module.css';

/** The progress bar of navigation, at the top edge unless the route says otherwise. */
export function LoadingBar() {
  const { isShown, percent, hasFailed, style } = useSyncExternalStore(loadingBar.subscribe, loadingBar.get);
  return (
    // A region of its own, because it is outside every page.
    <section aria-label="Change of page" aria-hidden={!isShown}>
      <div
        className={`g-full g-fixed ${styles.bar}`}
        role="progressbar"
        aria-label="Loading the page"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.floor(percent)}
        style={{
          [style.location]: 0,
          height: style.thickness,
          opacity: isShown ? 1 : 0,
          background: hasFailed ? style.failColor : style.color,
          transform: `scaleX(${percent / 100})`,
          transformOrigin: style.inverse ? 'right' : 'left',
          transition: isShown
            ? `transform ${style.transition.speed}, opacity ${style.transition.opacity}`
            : `opacity ${style.transition.opacity}`,
        }}
      />
    </section>
  );
}
