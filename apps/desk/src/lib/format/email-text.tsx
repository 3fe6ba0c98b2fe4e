import { cx } from '@baraza/ui';

/** Shows an e-mail address that breaks behind the @ rather than within a name. */
export function EmailText({ email, className }: { email: string; className?: string }) {
  const behind = email.indexOf('@') + 1;
  return (
    <bdi dir="ltr" className={cx('wrap-anywhere', className)}>
      {email.slice(0, behind)}
      <wbr />
      {email.slice(behind)}
    </bdi>
  );
}
