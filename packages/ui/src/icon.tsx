import type { SVGProps } from 'react';
import { cx } from './lib/cx.ts';

/** Drawings on a grid of 24. */
const icons = {
  complaint: 'M7 3h7l4 4v14H7zM14 3v4h4M10 12h5M10 16h5',
  mda: 'M3 21h18M5 21V10M10 21V10M14 21V10M19 21V10M3 10l9-6 9 6z',
  chart: 'M3 21h18M6 21V12M12 21V5M18 21v-6',
  feedback: 'M4 5h16v11H10l-5 4v-4H4zM8 9h8M8 12.5h5',
  support: 'M4 14v-2a8 8 0 0 1 16 0v2M4 14h3v5H5a1 1 0 0 1-1-1zM20 14h-3v5h2a1 1 0 0 0 1-1zM17 19c0 2-2 2-4 2',
  user: 'M16 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM4 21c.8-4 4-6 8-6s7.2 2 8 6',
  users:
    'M13 9a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0zM2.5 20c.7-3.5 3.5-5 7-5s6.3 1.5 7 5M16 5.7a3.5 3.5 0 0 1 0 6.6M18.5 15.5c1.7.7 2.7 2.2 3 4.5',
  logout: 'M14 4H6v16h8M10 12h11M18 9l3 3-3 3',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l1.5 2h-15zM10 21h4',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  search: 'M17.5 11a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0zM16 16l4.5 4.5',
  copy: 'M10.5 9h8A1.5 1.5 0 0 1 20 10.5v8a1.5 1.5 0 0 1-1.5 1.5h-8A1.5 1.5 0 0 1 9 18.5v-8A1.5 1.5 0 0 1 10.5 9zM5 15H4V4h11v1',
  reply: 'M9 7 4 12l5 5M4 12h10c4 0 6 2 6 6',
  star: 'm12 4 2.4 5 5.6.7-4.1 3.8 1.1 5.5-5-2.8-5 2.8 1.1-5.5L4 9.7 9.6 9z',
  pen: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  moon: 'M20 14a8 8 0 1 1-9-11 6.5 6.5 0 0 0 9 11z',
  sun: 'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
  device: 'M4 5h16v11H4zM9 20h6M12 16v4',
  menu: 'M4 7h16M4 12h16M4 17h16',
  back: 'M20 12H4M10 6l-6 6 6 6',
  forward: 'M4 12h16M14 6l6 6-6 6',
  chevron: 'm9 6 6 6-6 6',
  'chevron-down': 'm6 9 6 6 6-6',
  close: 'M6 6l12 12M18 6 6 18',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  play: 'M7 4.5v15l12-7.5z',
  pause: 'M9 5v14M15 5v14',
  image:
    'M4.5 4h15A1.5 1.5 0 0 1 21 5.5v13a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 18.5v-13A1.5 1.5 0 0 1 4.5 4zM3 16l5-5 5 5 3-3 5 5M17 9a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0z',
  video:
    'M4.5 6h9A1.5 1.5 0 0 1 15 7.5v9a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 3 16.5v-9A1.5 1.5 0 0 1 4.5 6zM15 10l6-3v10l-6-3',
  audio: 'M4 10v4M8 6v12M12 9v6M16 4v16M20 10v4',
  warning: 'M12 3 2 20h20zM12 10v4M12 17.5v.01',
  info: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM12 11v5.5M12 7.5v.01',
  check: 'm5 12.5 4.5 4.5L19 7',
  retry: 'M20 11a8 8 0 1 0-2.5 6.5M20 5v6h-6',
  phone: 'M9 2.5h6a2 2 0 0 1 2 2v15a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2v-15a2 2 0 0 1 2-2zM11 18.5h2',
  call: 'M5 4h4l1.5 5L8 10.5a12 12 0 0 0 5.5 5.5l1.5-2.5 5 1.5v4a1 1 0 0 1-1 1A15.5 15.5 0 0 1 4 5a1 1 0 0 1 1-1z',
  mail: 'M3 6h18v12H3zM3 7l9 6.5L21 7',
  calendar:
    'M5.5 5h13A1.5 1.5 0 0 1 20 6.5v12a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18.5v-12A1.5 1.5 0 0 1 5.5 5zM4 10h16M8 3v4M16 3v4',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1.5 1.5M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1.5-1.5',
  globe: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM3 12h18M12 3c6 6 6 12 0 18M12 3c-6 6-6 12 0 18',
  external: 'M10 5H5v14h14v-5M14 4h6v6M20 4l-9 9',
  'ordered-list': 'M10 6h10M10 12h10M10 18h10M4 5l1-.5V9M4 15h2l-2 3h2',
  'bullet-list': 'M9 6h11M9 12h11M9 18h11M4.5 6v.01M4.5 12v.01M4.5 18v.01',
  lock: 'M6.5 10h11a1.5 1.5 0 0 1 1.5 1.5v7a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 18.5v-7A1.5 1.5 0 0 1 6.5 10zM8 10V7a4 4 0 0 1 8 0v3',
  clip: 'm20 11-8 8a5 5 0 0 1-7-7l8.5-8.5a3.5 3.5 0 0 1 5 5L10 17a2 2 0 0 1-3-3l7-7',
  send: 'M21 4 3 11l7 3 3 7zM21 4 10 14',
  inbox: 'M4 13l2-8h12l2 8v6H4zM4 13h5l1 2.5h4l1-2.5h5',
  flag: 'M5 21V4h12l-2 4 2 4H5',
  save: 'M5 4h11l3 3v13H5zM8 4v5h7V4M8 20v-6h8v6',
  keyboard:
    'M4.5 6h15A1.5 1.5 0 0 1 21 7.5v9a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 16.5v-9A1.5 1.5 0 0 1 4.5 6zM7 10h.01M11 10h.01M15 10h.01M7 14h10',
  eye: 'M2 12s3.5-7 10-7 10 7 10 7-3.5 7-10 7-10-7-10-7zM15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0z',
  'eye-off':
    'M4 4l16 16M9.5 5.3A10 10 0 0 1 12 5c6.5 0 10 7 10 7a17 17 0 0 1-3.2 4M6.5 7A16 16 0 0 0 2 12s3.5 7 10 7a10 10 0 0 0 5-1.4M10 10a3 3 0 0 0 4 4',
  print: 'M7 9V3h10v6M7 17H4V9h16v8h-3M7 14h10v7H7z',
  share: 'M12 15V3M8 7l4-4 4 4M6 11H5v10h14V11h-1',
  download: 'M12 4v11M8 11l4 4 4-4M5 20h14',
  clock: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0zM12 7v5.3l3.5 2',
  settings:
    'M15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3M5.3 5.3l2.1 2.1M16.6 16.6l2.1 2.1M5.3 18.7l2.1-2.1M16.6 7.4l2.1-2.1',
  more: 'M4.5 12h1M11.5 12h1M18.5 12h1',
};

export type IconName = keyof typeof icons;

/** Arrows are mirrored in right-to-left languages; other icons are not. */
const mirrored = new Set<IconName>(['back', 'chevron', 'forward', 'logout', 'reply', 'ordered-list', 'bullet-list']);

export type IconProps = Omit<SVGProps<SVGSVGElement>, 'name' | 'children'> & { name: IconName; size?: 's' | 'm' };

/** Renders an icon of our own set. Always decoration: put its words beside it or in a label. */
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
      <path d={icons[name]} />
    </svg>
  );
}
