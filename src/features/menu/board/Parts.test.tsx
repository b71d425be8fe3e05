// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { expect, test, vi } from 'vitest';
import { rendered } from '../../../../tests/components/rendered.ts';
import type { BoardTarget } from './board-targets.ts';
import { Parts } from './Parts.tsx';

// Fields that the line does not read are left out.
const part = (id: string) => ({ id, name: `Mango lassi, ${id}` }) as unknown as BoardTarget;

test.each([
  [['large'], [], '1 choice: Mango lassi'],
  [['large', 'small'], ['small'], '2 choices, 1 off: Mango lassi'],
])('the accessible name of the choices begins with what is seen (%o, off: %o)', (ids, off, name) => {
  const target = { id: 'lassi', name: 'Mango lassi', parts: ids.map(part) } as unknown as BoardTarget; // as above
  const { place } = rendered(
    <FluentProvider theme={webLightTheme}>
      <Parts
        target={target}
        isOpen={false}
        tileOf={({ id }) => ({ isOn: !off.some((one) => one === id), until: null })}
        onOpen={vi.fn<() => void>()}
        onTap={vi.fn<() => void>()}
      />
    </FluentProvider>,
  );
  const button = place.querySelector('button')!;
  expect(button.getAttribute('aria-label')).toBe(name);
  expect(name).toContain(button.textContent);
});
