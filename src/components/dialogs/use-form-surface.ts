import { useEffect, useRef, useState, type MouseEvent, type RefObject } from 'react';
import { useClosing } from '../../ui/use-closing.ts';

interface FormSurface {
  isOpen: boolean;
  close: () => void;
  /** Closes, but asks first if something was entered. */
  leave: () => void;
  isAsked: boolean;
  keep: () => void;
  /** What was entered is stored; the form stays for more. */
  settle: () => void;
  /** Of the element around the fields. */
  fields: {
    ref: RefObject<HTMLDivElement | null>;
    onChange: () => void;
    onClick: (event: MouseEvent) => void;
  };
}

/** A form over the page: the first field has the focus, and what was entered is not thrown away by Escape or a press beside it. */
export function useFormSurface(onClose: () => void): FormSurface {
  const { isOpen, close } = useClosing(onClose);
  const [isTouched, setIsTouched] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // By touch it would open the keyboard over the form.
    if (!matchMedia('(pointer: fine)').matches) return undefined;
    // Fluent first puts the focus on the first control of the surface.
    const frame = requestAnimationFrame(() =>
      ref.current?.querySelector<HTMLElement>('input, select, textarea')?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, []);
  return {
    isOpen,
    close,
    leave: () => (isTouched ? setIsAsked(true) : close()),
    isAsked,
    keep: () => setIsAsked(false),
    settle: () => setIsTouched(false),
    fields: {
      ref,
      onChange: () => setIsTouched(true),
      // Such as one that adds a size.
      onClick: ({ target }) => {
        if (target instanceof Element && target.closest('button')) setIsTouched(true);
      },
    },
  };
}
