import { createTheme } from '@baraza/app/theme';

export const { setTheme, useTheme } = createTheme('#f5f3ee', '#0d1423');
