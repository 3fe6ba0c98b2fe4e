import { IconButton } from '@baraza/ui/icon-button';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { setTheme, useTheme } from '../../../lib/theme.ts';

/** Switches the theme where there is no account menu. */
export function ThemeButton(): ReactNode {
  const { dark } = useTheme();
  return (
    <IconButton
      icon={dark ? 'sun' : 'moon'}
      label={dark ? t`Use the light theme` : t`Use the dark theme`}
      onDark
      onClick={() => setTheme(dark ? 'light' : 'dark')}
    />
  );
}
