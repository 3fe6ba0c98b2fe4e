import { DateText, Link, TrackingText } from '@baraza/app';
import { buttonClass, Docket, type DocketProps, docketTitleClass } from '@baraza/ui';
import { t } from '@lingui/core/macro';

interface ListCardProps extends Omit<DocketProps, 'title' | 'eyebrow' | 'facts' | 'open'> {
  readonly item: { id: string; title: string; trackingId: string; category: { name: string } };
  readonly to: string;
  readonly headingAs?: 'h2' | 'h3';
  readonly date: { label: string; at: string };
}

/** Shows a complaint or feedback in a list, as a docket that leads to it. */
export function ListCard({ item, to, headingAs: Title = 'h2', date, ...docket }: ListCardProps) {
  const { id, title } = item;
  return (
    <Docket
      {...docket}
      aria-labelledby={`title-${id}`}
      eyebrow={<bdi>{item.category.name}</bdi>}
      title={
        <Title id={`title-${id}`}>
          <Link to={to} className={docketTitleClass} dir="auto">
            {title}
          </Link>
        </Title>
      }
      facts={[
        { label: t`Tracking ID`, value: <TrackingText id={item.trackingId} /> },
        { label: date.label, value: <DateText at={date.at} /> },
      ]}
      open={
        <Link to={to} className={buttonClass({ variant: 'quiet', size: 's', className: '-mx-2.5 max-m:-my-1.5' })}>
          <span>
            {t`View Details`}
            <TitleOf title={title} />
          </span>
        </Link>
      }
    />
  );
}

/** Tells the buttons of several cards apart for screen readers. */
export function TitleOf({ title }: { title: string }) {
  return (
    <span className="sr-only">
      : <bdi>{title}</bdi>
    </span>
  );
}
