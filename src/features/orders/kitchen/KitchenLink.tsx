import { Fire20Regular } from '@fluentui/react-icons';
import { Link } from 'wouter';
import { links } from '../../../routes.ts';
import css from './KitchenLink.module.css';

/** From the list of orders to the kitchen's screen. */
export function KitchenLink() {
  return (
    <Link className={css.link} data-compact href={links.orders({ view: 'kitchen' })}>
      <Fire20Regular aria-hidden="true" />
      <span>Kitchen view</span>
    </Link>
  );
}
