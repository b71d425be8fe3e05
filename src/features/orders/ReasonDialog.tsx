import { useState } from 'react';
import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  Radio,
  RadioGroup,
  Textarea,
} from '@fluentui/react-components';
import type { Order } from '../../../contract/orders.ts';
import css from './dialog.module.css';
import type { Step } from './steps.ts';
import { cancellationReasons, rejectionReasons } from './words.ts';
import { useClosing } from '../../ui/use-closing.ts';

interface Props {
  order: Order;
  step: Step;
  onStep: (extra: { reason?: string; note?: string }) => void;
  onClose: () => void;
}

/** Rejecting needs a reason, cancelling asks for one: the customer and the figures are told. */
export function ReasonDialog({ order, step, onStep, onClose }: Props) {
  const { isOpen, close } = useClosing(onClose);
  const isRejection = step.order_status === 'rejected';
  const [reason, setReason] = useState<string>();
  const [note, setNote] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const paid = order.paid_amount - order.refunded_amount > 0;
  const send = () => {
    if (!reason && step.needsReason) return setIsMissing(true);
    onStep({ ...(reason && { reason }), note });
    close();
  };
  return (
    <Dialog open={isOpen} onOpenChange={(_event, data) => !data.open && close()}>
      <DialogSurface className={css.surface}>
        <DialogBody>
          <DialogTitle>
            {step.word} order #{order.order_no}?
          </DialogTitle>
          <DialogContent className={css.content}>
            {paid && <p>It is paid: giving the money back is a step of its own.</p>}
            <Field
              label={isRejection ? 'Reason' : 'Reason, if you know it'}
              required={step.needsReason}
              validationMessage={isMissing && !reason ? 'Choose the reason.' : undefined}
            >
              <RadioGroup value={reason ?? ''} onChange={(_event, data) => setReason(data.value)}>
                {Object.entries(isRejection ? rejectionReasons : cancellationReasons).map(([value, word]) => (
                  <Radio key={value} value={value} label={word} />
                ))}
              </RadioGroup>
            </Field>
            <Field label="Note" hint="Kept in the order's timeline.">
              <Textarea value={note} maxLength={500} onChange={(_event, data) => setNote(data.value)} />
            </Field>
          </DialogContent>
          <DialogActions>
            <Button onClick={close}>Keep the order</Button>
            <Button appearance="primary" className={css.destructive} onClick={send}>
              {step.word} #{order.order_no}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
