import { themes, type Theme } from '@baraza/app/theme';
import { t } from '@lingui/core/macro';
import { Icon, type IconName } from '@baraza/ui/icon';
import type { ReactNode } from 'react';
import { setTheme, useTheme } from '@baraza/app/theme';

const icons: Record<Theme, IconName> = { system: 'device', light: 'sun', dark: 'moon' };

/** Light, dark, or as the device says. */
export function ThemeChoice(): ReactNode {
  const { theme } = useTheme();
  const words: Record<Theme, string> = { system: t`As on my device`, light: t`Light`, dark: t`Dark` };
  return (
    <fieldset>
      <legend className="mb-2 text-md font-semibold">{t`Theme`}</legend>
      <div className="flex flex-wrap gap-2.5">
        {themes.map((choice) => (
          <label
            key={choice}
            className="inline-flex min-h-11 max-w-full min-w-0 cursor-pointer items-center gap-2.5 rounded-1 wrap-anywhere border-[1.5px] border-line-strong bg-surface px-3.5 py-2 font-semibold hover:bg-sunken has-checked:border-brand has-checked:bg-brand-soft has-checked:text-brand-soft-ink"
          >
            <input
              type="radio"
              name="theme"
              value={choice}
              checked={theme === choice}
              onChange={() => setTheme(choice)}
              className="size-4.5 accent-brand"
            />
            <Icon name={icons[choice]} />
            {words[choice]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
