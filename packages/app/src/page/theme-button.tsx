import { IconButton } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { setTheme, useTheme } from '../browser/theme.ts';

/** Switches between the light and the dark theme. */
export function ThemeButton(props: { onDark?: boolean; className?: string }) {
  const { dark } = useTheme();
  return (
    <IconButton
      {...props}
      icon={dark ? 'sun' : 'moon'}
      label={dark ? t`Use the light theme` : t`Use the dark theme`}
      onClick={() => setTheme(dark ? 'light' : 'dark')}
    />
  );
}
