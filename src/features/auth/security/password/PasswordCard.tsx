import { useState } from 'react';
import { Button } from '@fluentui/react-components';
import { Password24Regular } from '@fluentui/react-icons';
import css from '../../../../components/settings/settings.module.css';
import { PasswordForm } from './PasswordForm.tsx';

/** The password of the account. */
export function PasswordCard() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className={`g-group ${css.card}`} aria-labelledby="password-card">
      <div className="g-row g-gap-12">
        <Password24Regular aria-hidden="true" />
        {/* Not "Password": a field on this page has that name, and the region would be found instead. */}
        <h3 className="g-group-title" id="password-card">
          Signing in
        </h3>
      </div>
      <p>A new password signs every other device out. This one stays signed in.</p>
      {isOpen ? (
        <PasswordForm onClose={() => setIsOpen(false)} />
      ) : (
        <Button className={css.open} onClick={() => setIsOpen(true)}>
          Change the password
        </Button>
      )}
    </section>
  );
}
