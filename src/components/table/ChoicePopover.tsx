import { Checkbox, Popover, PopoverSurface } from '@fluentui/react-components';
import css from './table.module.css';
import { useClosing } from '../../ui/use-closing.ts';

export interface ChoiceProps {
  name: string;
  choices: readonly (readonly [string, string])[];
  chosen: string[];
  onChange: (chosen: string[]) => void;
  target: HTMLElement;
  onClose: () => void;
}

/** The choices of a filter; each takes effect at once. */
export function ChoicePopover({ name, choices, chosen, onChange, target, onClose }: ChoiceProps) {
  const { isOpen, close } = useClosing(onClose);
  return (
    <Popover
      open={isOpen}
      trapFocus
      positioning={{ target, position: 'below', align: 'start', offset: 6 }}
      onOpenChange={(_event, data) => !data.open && close()}
    >
      <PopoverSurface aria-label={name}>
        <div className={`g-stack ${css.choice}`}>
          <h2>{name}</h2>
          {choices.map(([value, word]) => (
            <Checkbox
              key={value}
              label={word}
              checked={chosen.includes(value)}
              onChange={(_event, data) =>
                onChange(data.checked === true ? [...chosen, value] : chosen.filter((one) => one !== value))
              }
            />
          ))}
        </div>
      </PopoverSurface>
    </Popover>
  );
}
