import { use } from 'react';
import { Button } from '@fluentui/react-components';
import { Alert24Regular } from '@fluentui/react-icons';
import { Link } from 'wouter';
import { links } from '../../links.ts';
import { useBell } from '../../session/bell.ts';
import { PageSlots } from '../../ui/page/Page.tsx';
import css from '../../components/settings/settings.module.css';

const words = { on: 'On', off: 'Off', locked: 'Silent until you tap the screen' } as const;

/** Says where the bell and the notifications of this device are set: in the bell's panel, where they are heard and read. */
export function BellCard() {
  const { onBell } = use(PageSlots);
  const { sound } = useBell();
  return (
    <section className={`g-group ${css.card}`} aria-labelledby="bell-card">
      <div className="g-row g-gap-12">
        <Alert24Regular aria-hidden="true" />
        <h3 className="g-group-title" id="bell-card">
          Bell and notifications
        </h3>
        <span className="g-size-13 g-soft">{words[sound]}</span>
      </div>
      <p>
        How this device rings for a new order, how loud, and what it shows while Galley is closed. Each device has its
        own settings; which events reach you, and by mail or push, is under{' '}
        <Link href={links.settings({ tab: 'notifications' })}>Notifications</Link>.
      </p>
      <Button className={css.open} onClick={onBell}>
        Bell settings
      </Button>
    </section>
  );
}
