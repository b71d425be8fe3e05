// The pages are readable and usable without this script. It applies the theme that was chosen in the app, greets signed-in owners,
// and sends the contact form without leaving the page.

const theme = document.documentElement.dataset['theme'];
for (const source of document.querySelectorAll<HTMLSourceElement>('picture source')) {
  const systemIs = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  if (theme !== systemIs) source.media = theme === 'dark' ? 'all' : 'not all';
}
// The chosen theme must also reach the browser's own bar.
for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]'))
  meta.content = theme === 'dark' ? '#0A1124' : '#FFFFFF';

if (isSignedIn()) {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-door]')) {
    link.href = '/restaurant/insights';
    link.textContent = 'Open Galley';
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-guest]')) link.hidden = true;
}

const form = document.querySelector<HTMLFormElement>('form[data-contact]');
if (form) improve(form);

function isSignedIn(): boolean {
  try {
    const kept = JSON.parse(localStorage.getItem('piniaState') ?? 'null') as { authToken?: unknown } | null;
    return typeof kept?.authToken === 'string' && kept.authToken !== '';
  } catch {
    return false; // No storage or a broken entry.
  }
}

/** Shows errors beside their fields and submits without loading a page. */
function improve(contact: HTMLFormElement): void {
  const fields = [...contact.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[data-wrong]')];
  const button = contact.querySelector('button')!;
  const label = button.textContent;
  // Messages are beside the fields; the browser's own bubbles would repeat them.
  contact.noValidate = true;

  for (const field of fields) {
    field.addEventListener('blur', () => {
      if (field.value !== '') showError(field, isWrong(field));
    });
    field.addEventListener('input', () => {
      if (field.ariaInvalid === 'true' && !isWrong(field)) showError(field, false);
    });
  }

  contact.addEventListener('submit', (event) => {
    event.preventDefault();
    if (button.ariaDisabled === 'true') return;
    for (const field of fields) showError(field, isWrong(field));
    const first = fields.find((field) => field.ariaInvalid === 'true');
    if (first) first.focus();
    else void send();
  });

  async function send(): Promise<void> {
    // Not `disabled`, which would take the focus from people who pressed it by keyboard.
    button.ariaDisabled = 'true';
    button.textContent = 'Sending …';
    announce('');
    try {
      const response = await fetch(contact.action, {
        method: 'POST',
        headers: { Accept: 'application/json' },
        body: new URLSearchParams(new FormData(contact) as unknown as Record<string, string>),
      });
      if (response.ok) return thank();
      // A proxy's page is neither an API error nor a missing network.
      const refusal = (await response.json().catch(() => ({}))) as {
        field_errors?: Record<string, string>;
        retry_after_seconds?: number;
      };
      const wrong = fields.filter(({ name }) => refusal.field_errors && name in refusal.field_errors);
      for (const field of wrong) showError(field, true);
      if (wrong[0]) wrong[0].focus();
      else if (refusal.retry_after_seconds)
        announce(
          `That was the last of many messages from this network. Try again in ${minutes(refusal.retry_after_seconds)}; your text stays here.`,
        );
      else announce('The message did not arrive. Your text is still here: try again in a moment.');
    } catch {
      announce('There is no network. Your text is still here: send it when you are back online.');
    } finally {
      button.ariaDisabled = null;
      button.textContent = label;
    }
  }

  function thank(): void {
    const thanks = document.querySelector<HTMLElement>('[data-thanks]')!;
    contact.hidden = true;
    thanks.hidden = false;
    thanks.focus();
    history.replaceState(null, '', '?sent');
  }

  /** Shows a message above the button and announces it. */
  function announce(message: string): void {
    const place = contact.querySelector<HTMLElement>('[role="alert"]')!;
    place.textContent = message;
    place.hidden = message === '';
  }
}

const isWrong = (field: HTMLInputElement | HTMLTextAreaElement): boolean =>
  (field.required && field.value.trim() === '') || !field.validity.valid;

const minutes = (seconds: number): string => (seconds < 90 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`);

function showError(field: HTMLInputElement | HTMLTextAreaElement, isFaulty: boolean): void {
  const id = `${field.id}-wrong`;
  const present = document.querySelector(`#${id}`);
  const hint = document.querySelector(`#${field.id}-hint`)?.id;
  field.ariaInvalid = isFaulty ? 'true' : null;
  field.setAttribute('aria-describedby', [hint, isFaulty && id].filter(Boolean).join(' '));
  if (!isFaulty) present?.remove();
  if (!isFaulty || present) return;
  const paragraph = document.createElement('p');
  paragraph.id = id;
  paragraph.className = 'wrong';
  paragraph.textContent = field.dataset['wrong'] ?? '';
  field.after(paragraph);
}
