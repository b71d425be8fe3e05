import { Add20Regular, Fire20Regular } from '@fluentui/react-icons';
import { Link } from 'wouter';
import { links } from '../../routes.ts';
import { classes } from '../../ui/classes.ts';
import css from './bar-links.module.css';

/** From the list of orders to the kitchen's screen, and to a new order by hand. */
export function BarLinks() {
  return (
    <>
      <Link className={classes(css.link, css.kitchen)} data-compact href={links.orders({ view: 'kitchen' })}>
        <Fire20Regular aria-hidden="true" />
        <span>Kitchen view</span>
      </Link>
      <Link className={classes(css.link, css.counter)} data-compact href={links.counter()}>
        <Add20Regular aria-hidden="true" />
        <span>New order</span>
      </Link>
    </>
  );
}
