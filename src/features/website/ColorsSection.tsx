import { Button } from '@fluentui/react-components';
import { useId } from 'react';
import type { ThemeColors } from '../../../contract/website/rows.ts';
import { CONTRAST_MIN, contrastOf, isReadable, nearestReadable } from '../../../contract/website/contrast.ts';
import { Section, type SectionProps } from './TextSections.tsx';
import css from './website.module.css';

const parts = [
  ['background', 'Background'],
  ['text', 'Text'],
  ['primary', 'Buttons and links'],
] as const;

const themes = {
  light: { primary: '#0B5FA5', background: '#FFFFFF', text: '#1A1A1A' },
  dark: { primary: '#8AB4F8', background: '#14171C', text: '#F2F2F2' },
};

/** Colours whose texts can be read: each combination is measured, and the nearest readable colour is offered. */
export function ColorsSection({ shown, edit }: Omit<SectionProps, 'errors'>) {
  return (
    <Section title="Colours">
      <div className="g-row g-wrap g-gap-8">
        {(['light', 'dark'] as const).map((theme) => (
          <Button
            key={theme}
            aria-pressed={shown.theme === theme}
            appearance={shown.theme === theme ? 'primary' : 'secondary'}
            onClick={() => edit({ theme, theme_colors: themes[theme] })}
          >
            {theme === 'light' ? 'Light' : 'Dark'}
          </Button>
        ))}
      </div>
      {parts.map(([part, label]) => (
        <ColorField
          key={part}
          part={part}
          label={label}
          colors={shown.theme_colors}
          onChange={(theme_colors) => edit({ theme_colors })}
        />
      ))}
    </Section>
  );
}

interface FieldProps {
  part: keyof ThemeColors;
  label: string;
  colors: ThemeColors;
  onChange: (colors: ThemeColors) => void;
}

function ColorField({ part, label, colors, onChange }: FieldProps) {
  const id = useId();
  const color = colors[part];
  const isHard = part !== 'background' && !isReadable(color, colors.background);
  const nearest = nearestReadable(color, colors.background);
  const set = (value: string) => onChange({ ...colors, [part]: value.toUpperCase() });
  return (
    <div className="g-stack g-gap-4">
      <div className="g-row g-gap-12">
        <input
          id={id}
          type="color"
          name={part}
          className={css.color}
          value={color.toLowerCase()}
          aria-describedby={`${id}-below`}
          onChange={({ target }) => set(target.value)}
        />
        <label htmlFor={id} className="g-strong">
          {label}
        </label>
        <span className="g-soft g-digits">{color}</span>
      </div>
      <p id={`${id}-below`} className={isHard ? 'g-size-13 g-bad' : 'g-size-13 g-soft'} aria-live="polite">
        {part !== 'background' &&
          (isHard
            ? `Hard to read on the background: contrast ${shortly(contrastOf(color, colors.background))}, at least ${CONTRAST_MIN} is needed.`
            : `Contrast on the background: ${shortly(contrastOf(color, colors.background))}`)}
      </p>
      {isHard && (
        <Button className={css.start} onClick={() => set(nearest)}>
          {`Use ${nearest}`}
        </Button>
      )}
    </div>
  );
}

// Down, so that 4.49 is not shown as enough.
const shortly = (contrast: number) => (Math.floor(contrast * 10) / 10).toFixed(1);

export const faultsOfColors = (colors: ThemeColors): Record<string, string> =>
  Object.fromEntries(
    (['text', 'primary'] as const)
      .filter((part) => !isReadable(colors[part], colors.background))
      .map((part) => [part, 'Hard to read']),
  );
