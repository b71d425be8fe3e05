import type { Mail } from '../integrations/mail.ts';

type Letter = Omit<Mail, 'to'>;

/** The code comes first in the subject and in the first line, so that a locked phone's notification shows it. */
export function codeMail(code: string, minutes: number): Letter {
  return letter(`${code} is your Galley code`, [
    `${code} is the code that verifies your e-mail address for Galley.`,
    `It works once, for ${minutes} minutes.`,
    'We never ask for this code by phone or in a message. If you did not ask for it, you need do nothing.',
  ]);
}

export function resetMail(link: string, minutes: number): Letter {
  return letter('Set a new password for Galley', [
    'To set a new password for your Galley account, open this link:',
    link,
    `It works once, for ${minutes} minutes. You will be signed out on every device.`,
    'If you did not ask for it, you need do nothing: your password stays as it is.',
  ]);
}

export function addressTakenMail(publicUrl: string): Letter {
  return letter('You already have a Galley account', [
    'Somebody, probably you, has just tried to open a Galley account with this e-mail address. There is one already, so none was made.',
    'To sign in:',
    `${publicUrl}/login`,
    'If you do not remember the password, set a new one:',
    `${publicUrl}/forgot-password`,
    'If it was not you, you need do nothing.',
  ]);
}

/** After a link from a mail. `dropped`: the providers that signed in to this account until now. */
export function passwordResetMail(dropped: string[], publicUrl: string): Letter {
  const names = dropped.join(' and ');
  return letter('Your Galley password was changed', [
    'The password of your Galley account has just been set anew by a link from a mail, and every device was signed out.',
    ...(dropped.length === 0
      ? []
      : [
          `${names} no longer ${dropped.length === 1 ? 'signs' : 'sign'} you in. To connect again, choose "Continue with ${dropped.join('" or "Continue with ')}" on the sign-in page; you may be asked for the new password once.`,
        ]),
    'If it was not you, set a new password at once:',
    `${publicUrl}/forgot-password`,
  ]);
}

/** After a change in the settings, on a device that goes on. */
export function passwordChangedMail(publicUrl: string): Letter {
  return letter('Your Galley password was changed', [
    'The password of your Galley account has just been changed in the settings. The device that it was changed on stays signed in; every other device was signed out.',
    'If it was not you, set a new password at once. That signs every device out:',
    `${publicUrl}/forgot-password`,
  ]);
}

/** `device`: what it calls itself; `ends`: in words. */
export function sessionEndsMail(device: string, ends: string, publicUrl: string): Letter {
  return letter(`${device} has to sign in to Galley again by ${ends}`, [
    `A sign-in lasts for a year, and the one of the device "${device}" is nearly over. It ends in the night of ${ends}; until somebody signs in on it again, that device shows no orders.`,
    'Choose a quiet moment before: log out on it and sign in again. What it has not sent yet is kept.',
    `${publicUrl}/login`,
    'If you do not know that device, set a new password at once. That signs every device out:',
    `${publicUrl}/forgot-password`,
  ]);
}

export function providerLinkedMail(provider: string, publicUrl: string): Letter {
  return letter(`${provider} now signs you in to Galley`, [
    `Your Galley account has just been connected to your ${provider} account: from now on "Continue with ${provider}" signs you in.`,
    'If it was not you, set a new password at once and write to us:',
    `${publicUrl}/forgot-password`,
  ]);
}

/** Plain text, and the same in simple HTML: nothing is loaded from anywhere, nothing is counted. */
function letter(subject: string, paragraphs: string[]): Letter {
  const text = [...paragraphs, 'Galley'].join('\n\n');
  const html = [...paragraphs, 'Galley'].map(
    (line) =>
      `<p>${/^https?:\/\/\S+$/.test(line) ? `<a href="${escape(line)}">${escape(line)}</a>` : escape(line)}</p>`,
  );
  return { subject, text: `${text}\n`, html: `<!doctype html><html lang="en-GB"><body>${html.join('')}</body></html>` };
}

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
