import type { SVGProps } from 'react';
import { cx } from './lib/cx.ts';
import { icons } from './lib/icons.tsx';

export type IconName = keyof typeof icons;

export const iconNames = Object.keys(icons) as IconName[];

/** Arrows that point where reading goes; all other pictures stay as they are in right-to-left languages. */
const mirrored = new Set<IconName>(['back', 'chevron', 'forward', 'logout', 'reply', 'ordered-list', 'bullet-list']);

export type IconProps = Omit<SVGProps<SVGSVGElement>, 'name' | 'children'> & { name: IconName; size?: 's' | 'm' };

/** A picture from our own 24-grid stroke set. Always decoration: the words stand beside it or in a label. */
export function Icon({ name, size = 'm', className, ...rest }: IconProps) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
      fill="none"
      stroke="currentColor"
      strokeWidth={size === 's' ? 2 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={cx(
        'block',
        size === 's' ? 'size-[1rem]' : 'size-[1.25rem]',
        mirrored.has(name) && 'flip-rtl',
        className,
      )}
      {...rest}
    >
      {icons[name]}
    </svg>
  );
}
