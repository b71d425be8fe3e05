import { expect, test } from 'vitest';
import { rewriteImports } from '../../tools/fluent-imports.ts';

const sources = {
  components: (name: string) => ({ Button: '@fluentui/react-button', Input: '@fluentui/react-input' })[name],
  icons: (name: string) => ({ Add20Regular: '@fluentui/react-icons/svg/add' })[name],
};
const rewrite = (code: string) => rewriteImports(code, sources);

test('names are imported from their own package, types from nowhere', () => {
  expect(rewrite(`import { Button, Input as Field, type ButtonProps } from '@fluentui/react-components';`)).toBe(
    `import { Button } from '@fluentui/react-button'; import { Input as Field } from '@fluentui/react-input';`,
  );
  expect(rewrite(`import type { ButtonProps } from '@fluentui/react-components';`)).toBe('');
  expect(rewrite(`import {\n  Add20Regular,\n} from "@fluentui/react-icons"`)).toBe(
    `import { Add20Regular } from '@fluentui/react-icons/svg/add';`,
  );
});

test('other imports stay as they are', () => {
  const code = `import { useState } from 'react';`;
  expect(rewrite(code)).toBe(code);
});

test('an unknown name or a whole barrel stops the build', () => {
  expect(() => rewrite(`import { Buton } from '@fluentui/react-components';`)).toThrow('has no Buton');
  expect(() => rewrite(`import * as fluent from '@fluentui/react-components';`)).toThrow('not the whole package');
});
