import { Add20Regular } from '@fluentui/react-icons';
import { Link } from 'wouter';
import { links } from '../../routes.ts';
import css from './CounterLink.module.css';

/** From the list of orders to a new one by hand. */
export function CounterLink() {
  return (
    <Link className={css.link} data-compact href={links.counter()}>
      <Add20Regular aria-hidden="true" />
      <span>New order</span>
    </Link>
  );
}
