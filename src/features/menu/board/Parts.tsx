import {
  CheckmarkCircle20Filled,
  ChevronDown20Regular,
  ChevronUp20Regular,
  DismissCircle20Filled,
} from '@fluentui/react-icons';
import { classes } from '../../../ui/classes.ts';
import { PendingClock } from '../../../ui/PendingClock.tsx';
import type { BoardTarget } from './board-targets.ts';
import css from './board.module.css';

interface Props {
  target: BoardTarget;
  isOpen: boolean;
  tileOf: (part: BoardTarget) => { isOn: boolean; until: string | null };
  onOpen: () => void;
  onTap: (part: BoardTarget) => void;
}

/** The sizes and choices of a dish, which open beneath its tile. A choice is switched in all dishes that have it. */
export function Parts({ target, isOpen, tileOf, onOpen, onTap }: Props) {
  const { name, parts } = target;
  const out = parts.filter((part) => !tileOf(part).isOn).length;
  const count = parts.length === 1 ? '1 choice' : `${parts.length} choices`;
  const off = out > 0 ? `, ${out} off` : '';
  return (
    <div className={css.parts}>
      <button
        type="button"
        className="g-row g-full g-spread g-gap-8 g-ink g-round-10 g-pad-x-14"
        aria-expanded={isOpen}
        aria-label={`${count}${off}: ${name}`}
        onClick={onOpen}
      >
        <span>
          {count}
          {off && <b className="g-bad">{off}</b>}
        </span>
        {isOpen ? <ChevronUp20Regular /> : <ChevronDown20Regular />}
      </button>
      {isOpen && (
        <ul className="g-stack g-gap-8">
          {parts.map((part, i) => {
            const [heading, shown] = headed(part, name);
            const isFirst = i === 0 || headed(parts[i - 1]!, name)[0] !== heading;
            return (
              <li key={part.id}>
                {isFirst && <p className="g-soft g-strong">{heading}</p>}
                <Part part={part} shown={shown} {...tileOf(part)} onTap={() => onTap(part)} />
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

/** The heading below which a part stands, and how it is called there. */
function headed({ name }: BoardTarget, dish: string): [heading: string, shown: string] {
  if (name.startsWith(`${dish}, `)) return ['Sizes', name.slice(dish.length + 2)];
  const at = name.indexOf(': ');
  return [name.slice(0, at), name.slice(at + 2)];
}

interface PartProps {
  part: BoardTarget;
  shown: string;
  isOn: boolean;
  until: string | null;
  onTap: () => void;
}

function Part({ part, shown, isOn, until, onTap }: PartProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={`${part.name} available`}
      className={classes(
        'g-row g-full g-gap-8 g-ink g-surface g-round-10 g-edge g-text-start g-pad-x-14',
        css.part,
        !isOn && css.off,
      )}
      onClick={onTap}
    >
      {isOn ? <CheckmarkCircle20Filled className="g-ok" /> : <DismissCircle20Filled className="g-bad" />}
      <span className={`g-grow g-narrow g-break g-strong ${css.name}`}>
        <span>{shown}</span>
        {!isOn && <small className="g-block g-faint g-light">{until ? `Until ${until}` : 'Sold out'}</small>}
      </span>
      {part.isWaiting && <PendingClock />}
    </button>
  );
}
