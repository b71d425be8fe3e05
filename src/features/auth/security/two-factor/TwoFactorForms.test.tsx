// @vitest-environment happy-dom
import { FluentProvider, webLightTheme } from '@fluentui/react-components';
import { expect, test } from 'vitest';
import { rendered } from '../../../../../tests/components/rendered.ts';
import { qrPath } from '../../../../ui/qr-path.ts';
import { ConfirmForm } from './TwoFactorForms.tsx';

test('the key is shown as a code to scan, as a link and in words', () => {
  const secret = { token: 'ABCDEFGH', otpauth_url: 'otpauth://totp/Galley:owner?secret=ABCDEFGH&issuer=Galley' };
  const { place, text } = rendered(
    <FluentProvider theme={webLightTheme}>
      <ConfirmForm secret={secret} onDone={() => undefined} onCancel={() => undefined} />
    </FluentProvider>,
  );
  expect(place.querySelector('svg[role=img] path')?.getAttribute('d')).toBe(qrPath(secret.otpauth_url).path);
  expect(place.querySelector('a')?.getAttribute('href')).toBe(secret.otpauth_url);
  expect(text()).toContain('ABCD EFGH');
});
