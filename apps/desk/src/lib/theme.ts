import { createTheme } from '@baraza/app/theme';

export const { setTheme, useTheme } = createTheme('#14213f', '#1a2a52');
