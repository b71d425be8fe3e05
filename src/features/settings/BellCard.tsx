import { use } from 'react';
import { Button } from '@fluentui/react-components';
import { Alert24Regular } from '@fluentui/react-icons';
import { useBell } from '../../session/bell.ts';
import { PageSlots } from '../../ui/Page.tsx';
import css from './settings.module.css';

const words = { on: 'On', off: 'Off', locked: 'Silent until you tap the screen' } as const;

/** Where the bell and the notifications of this device are set: where they are heard and read, in the panel of the bell. */
export function BellCard() {
  const { onBell } = use(PageSlots);
  const { sound } = useBell();
  return (
    <section className={css.card} aria-labelledby="bell-card">
      <div className={css.head}>
        <Alert24Regular aria-hidden="true" />
        <h3 id="bell-card">Bell and notifications</h3>
        <span>{words[sound]}</span>
      </div>
      <p>
        How this device rings for a new order, how loud, and what it shows while Galley is closed. Each device has its
        own settings.
      </p>
      <Button size="large" className={css.open} onClick={onBell}>
        Bell settings
      </Button>
    </section>
  );
}
