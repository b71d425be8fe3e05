import type { ComponentProps } from 'react';

interface Props extends Pick<ComponentProps<'input'>, 'ref' | 'accept' | 'capture'> {
  label: string;
  onChoose: (file: File) => void;
}

/** Lets a person choose a file of the device when `ref` is clicked. The same file can be chosen again after it was mended. */
export const FilePicker = ({ label, onChoose, ...input }: Props) => (
  <input
    {...input}
    type="file"
    hidden
    aria-label={label}
    onChange={({ currentTarget }) => {
      const file = currentTarget.files?.[0];
      currentTarget.value = '';
      if (file) onChoose(file);
    }}
  />
);
