/**
 * The account's user name for password managers, which fill in and store the pair. Hidden with an attribute, because they ignore
 * `type="hidden"`.
 */
export const UserName = ({ email }: { email: string }) => (
  <input hidden type="text" autoComplete="username" value={email} readOnly tabIndex={-1} />
);
