import { IconButton } from '@baraza/ui/icon-button';
import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { setTheme, useTheme } from '../../../lib/theme.ts';

/** Light or dark, before there is an account menu to choose in. */
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
