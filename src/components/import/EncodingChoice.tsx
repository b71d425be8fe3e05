import { Field, Select } from '@fluentui/react-components';
import { encodings, highTermsOf, type Encoding } from '../../../contract/csv-encoding.ts';
import type { ChosenFile } from './chosen-file.ts';

/** In the words of the programs that save so. */
const labels: Record<Encoding, string> = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-16le': 'Unicode (UTF-16)',
  'utf-16be': 'Unicode (UTF-16, big endian)',
  'windows-1252': 'Western Europe (Windows)',
  macintosh: 'Western Europe (Mac)',
  'windows-1250': 'Central Europe (Windows)',
  'windows-1251': 'Cyrillic (Windows)',
  'windows-1253': 'Greek (Windows)',
  'utf-8-twice': 'Unicode, saved twice',
};

interface Props {
  file: ChosenFile;
  /** With another encoding. */
  onFile: (file: ChosenFile) => void;
}

/** If nothing in the file says how its letters are written, a person looks whether they are right. */
export function EncodingChoice({ file, onFile }: Props) {
  const { bytes, encoding, isGuess } = file;
  if (!isGuess) return null;
  return (
    <Field label="Letters of the file" hint="Choose another if these words look wrong.">
      <Select value={encoding} onChange={(_event, data) => onFile({ ...file, encoding: data.value as Encoding })}>
        {encodings.map((one) => (
          <option key={one} value={one}>
            {labels[one]}
          </option>
        ))}
      </Select>
      <p className="g-strong g-break" aria-live="polite">
        <bdi>{highTermsOf(bytes, encoding).join(', ')}</bdi>
      </p>
    </Field>
  );
}
