import { Menu, MenuDivider, MenuItem, MenuList, MenuPopover } from '@fluentui/react-components';
import {
  ArrowUndo20Regular,
  CheckmarkCircle20Regular,
  Clock20Regular,
  Delete20Regular,
  DismissCircle20Regular,
  Edit20Regular,
  Fire20Regular,
  Open20Regular,
  Print20Regular,
  ShoppingBag20Regular,
  VehicleBicycle20Regular,
} from '@fluentui/react-icons';
import type { Order } from '../../../../contract/orders/calls.ts';
import type { ReactElement } from 'react';
import type { Step } from './steps.ts';
import { useClosing } from '../../../ui/use-closing.ts';
import { numberOf } from '../../../lib/order-number.ts';

export interface StepMenuProps {
  order: Order;
  steps: Step[];
  target: HTMLElement;
  onStep: (step: Step) => void;
  /** Other preparation times to accept with; empty once it is accepted. */
  minutes: number[];
  onAccept: (minutes: number) => void;
  /** null: the page of the order is open already. */
  onOpen: (() => void) | null;
  /** null: this order cannot be deleted. */
  onDelete: (() => void) | null;
  /** null: its page has a button for that. */
  onPrint: (() => void) | null;
  /** null: it cannot be changed, or its page has a button for that. */
  onChange: (() => void) | null;
  onClose: () => void;
}

const icons: Record<string, ReactElement> = {
  Accept: <CheckmarkCircle20Regular />,
  Start: <Fire20Regular />,
  Ready: <ShoppingBag20Regular />,
  'Out for delivery': <VehicleBicycle20Regular />,
  Complete: <CheckmarkCircle20Regular />,
  Recall: <ArrowUndo20Regular />,
  Reject: <DismissCircle20Regular />,
  Cancel: <DismissCircle20Regular />,
};

/** The other actions on an order. Loaded when "…" is first pressed; one for the whole list. */
export function StepMenu({
  order,
  steps,
  target,
  onStep,
  minutes,
  onAccept,
  onOpen,
  onDelete,
  onPrint,
  onChange,
  onClose,
}: StepMenuProps) {
  const { isOpen, close } = useClosing(onClose);
  return (
    <Menu
      open={isOpen}
      positioning={{ target, position: 'below', align: 'end' }}
      onOpenChange={(_event, data) => !data.open && close()}
    >
      <MenuPopover>
        <MenuList aria-label={`Order #${numberOf(order)}`}>
          {minutes.map((choice) => (
            <MenuItem
              key={choice}
              icon={<Clock20Regular />}
              onClick={() => onAccept(choice)}
              aria-label={`Accept #${numberOf(order)}, ready in ${choice} min`}
            >
              Accept, ready in {choice} min
            </MenuItem>
          ))}
          {minutes.length > 0 && <MenuDivider />}
          {steps.map((step) => (
            <MenuItem
              key={step.label}
              icon={icons[step.label] ?? null}
              onClick={() => onStep(step)}
              aria-label={`${step.label} #${numberOf(order)}`}
            >
              {step.kind === 'close' ? `${step.label} …` : step.label}
            </MenuItem>
          ))}
          {steps.length > 0 && (onOpen ?? onChange ?? onPrint ?? onDelete) && <MenuDivider />}
          {onOpen && (
            <MenuItem icon={<Open20Regular />} onClick={onOpen}>
              Open order
            </MenuItem>
          )}
          {onChange && (
            <MenuItem icon={<Edit20Regular />} onClick={onChange}>
              Change
            </MenuItem>
          )}
          {onPrint && (
            <MenuItem icon={<Print20Regular />} onClick={onPrint}>
              Print
            </MenuItem>
          )}
          {onDelete && (
            <MenuItem icon={<Delete20Regular />} onClick={onDelete}>
              Delete
            </MenuItem>
          )}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}
