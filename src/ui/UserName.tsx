/**
 * Whose password is asked for, for the password manager alone: it fills in, and keeps, the pair. Hidden by the attribute, because managers
 * pass over `type="hidden"`.
 */
export const UserName = ({ email }: { email: string }) => (
  <input hidden type="text" autoComplete="username" value={email} readOnly tabIndex={-1} />
);
