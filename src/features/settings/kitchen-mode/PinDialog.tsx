import {
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
} from '@fluentui/react-components';
import type { ReactNode } from 'react';
import type { Result } from '../../../api/send.ts';
import { kitchenDensity } from '../../../ui/density.ts';
import { useDevicePeople, type DevicePerson } from './people.ts';
import { PinEntry } from './PinEntry.tsx';

interface Props {
  title: string;
  lead: string;
  submitLabel: string;
  /** Whose PIN it can be. */
  isFor: (person: DevicePerson) => boolean;
  onPin: (person: DevicePerson, pin: string) => Promise<Result<unknown>>;
  onClose: () => void;
  /** Buttons. */
  children: ReactNode;
}

/** Asks for a PIN over the page. */
export function PinDialog({ title, lead, submitLabel, isFor, onPin, onClose, children }: Props) {
  const people = useDevicePeople().filter(isFor);
  return (
    <Dialog open onOpenChange={(_event, data) => !data.open && onClose()}>
      <DialogSurface className={kitchenDensity}>
        <DialogBody>
          <DialogTitle>{title}</DialogTitle>
          <DialogContent className="g-row g-column g-gap-12 g-centered">
            <p className="g-soft">{lead}</p>
            <PinEntry people={people} submitLabel={submitLabel} onPin={onPin} />
          </DialogContent>
          <DialogActions>{children}</DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
