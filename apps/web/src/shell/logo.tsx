import { RingMark } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Link } from '@baraza/app';

/** The logo, a link home. A container too narrow for the name (large text on a phone) shows the mark alone. */
export function Logo({ to, className = '' }: { to: string; className?: string }) {
  return (
    <Link
      to={to}
      className={`flex min-h-11 min-w-0 items-center gap-2.5 rounded-1 px-2 font-display leading-[1.15] font-bold text-ink no-underline hover:no-underline ${className}`}
    >
      <RingMark />
      <span className="min-w-0 @max-[9rem]:sr-only">{t`Service Delivery Portal`}</span>
    </Link>
  );
}
