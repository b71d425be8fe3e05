import type { Mirrored } from '../../data/db.ts';
import css from './orders.module.css';
import { stepName, type Step } from './steps.ts';

interface Props {
  order: Mirrored<'orders'>;
  step: Step;
  onStep: (order: Mirrored<'orders'>, step: Step) => void;
}

/** The usual next step, in one press. Only a new order's is blue. */
export function StepButton({ order, step, onStep }: Props) {
  return (
    <button
      type="button"
      className={step.order_status === 'accepted' ? `${css.step} ${css.primary}` : css.step}
      aria-label={stepName(step, order)}
      onClick={() => onStep(order, step)}
    >
      {step.word}
    </button>
  );
}
