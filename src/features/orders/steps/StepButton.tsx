import type { Mirrored } from '../../../data/db.ts';
import css from '../list/orders.module.css';
import { stepName, type Step } from './steps.ts';

interface Props {
  order: Mirrored<'orders'>;
  step: Step;
  onStep: (order: Mirrored<'orders'>, step: Step) => void;
}

/** The usual next step in one tap. Only a new order's is primary. */
export function StepButton({ order, step, onStep }: Props) {
  return (
    <button
      type="button"
      className={step.order_status === 'accepted' ? `g-hover ${css.step} ${css.primary}` : `g-hover ${css.step}`}
      aria-label={stepName(step, order)}
      data-step={step.order_status}
      onClick={() => onStep(order, step)}
    >
      {step.label}
    </button>
  );
}
