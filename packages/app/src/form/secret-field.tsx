import { PasswordField, type PasswordFieldProps } from '@baraza/ui';
import { t } from '@lingui/core/macro';

/** Renders a password field; its toggle is named after the field. */
export function SecretField(props: Omit<PasswordFieldProps, 'toggle'> & { label: string }) {
  const name = props.label;
  const toggle = { show: t`Show`, hide: t`Hide`, showLabel: t`Show: ${name}`, hideLabel: t`Hide: ${name}` };
  return <PasswordField {...props} toggle={toggle} />;
}
