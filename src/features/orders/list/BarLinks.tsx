import { Add20Regular, CalendarLtr20Regular, Fire20Regular } from '@fluentui/react-icons';
import { Link } from 'wouter';
import { links } from '../../../links.ts';
import { classes } from '../../../ui/classes.ts';
import css from './bar-links.module.css';
import { opens } from '../../../session/opens.ts';
import { useSession } from '../../../session/session.ts';

/** Links from the order list to the reservations, the kitchen view and the point of sale. */
export function BarLinks() {
  const { role } = useSession();
  return (
    <>
      {opens(role, links.reservations()) && (
        <Link
          className={classes(
            'g-inline g-middle g-gap-6 g-nowrap g-strong g-round-6 g-pad-x-12',
            css.link,
            css.kitchen,
            css.reservations,
          )}
          title="Reservations"
          href={links.reservations()}
        >
          <CalendarLtr20Regular aria-hidden="true" />
          <span>Reservations</span>
        </Link>
      )}
      {opens(role, links.kitchen()) && (
        <Link
          className={classes('g-inline g-middle g-gap-6 g-nowrap g-strong g-round-6 g-pad-x-12', css.link, css.kitchen)}
          title="Kitchen view"
          href={links.kitchen()}
        >
          <Fire20Regular aria-hidden="true" />
          <span>Kitchen view</span>
        </Link>
      )}
      {opens(role, links.counter()) && (
        <Link
          className={classes('g-inline g-middle g-gap-6 g-nowrap g-strong g-round-6 g-pad-x-12', css.link, css.counter)}
          href={links.counter()}
        >
          <Add20Regular aria-hidden="true" />
          <span>New order</span>
        </Link>
      )}
    </>
  );
}
