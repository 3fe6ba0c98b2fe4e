import { Banner, buttonClass, Icon } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Heading, Link } from '@baraza/app';
import { paths } from '../../../lib/router/paths.ts';
import { useUser } from '../../../lib/api/session.ts';
import { dayPart } from './greeting.ts';

/** Greets the citizen by name and invites them to report a bad service. */
export function GreetingBanner() {
  const { data: user } = useUser();
  return (
    <Banner
      className="max-m:-mx-4 max-m:-mt-5 print:hidden"
      title={
        // Room for two lines on a phone: the name, which comes later, would push down what is below it.
        <Heading title={t`Complaints`} className="max-m:min-h-[2lh]">
          {greet(user && `${user.first_name} ${user.last_name}`)}
        </Heading>
      }
      text={
        <Trans>
          Had bad service from a ministry, department or agency? Tell us. We pass it on, and you can follow it here.
        </Trans>
      }
      action={
        <Link to={paths.newComplaint} className={buttonClass({ variant: 'gold', size: 'l' })}>
          <Icon name="plus" />
          {t`New Complaint`}
        </Link>
      }
    />
  );
}

function greet(name: string | undefined): string {
  const part = dayPart(new Date());
  if (part === 'night') return name === undefined ? t`Welcome` : t`Welcome, ${name}`;
  if (name === undefined) {
    if (part === 'morning') return t`Good morning`;
    return part === 'afternoon' ? t`Good afternoon` : t`Good evening`;
  }
  if (part === 'morning') return t`Good morning, ${name}`;
  return part === 'afternoon' ? t`Good afternoon, ${name}` : t`Good evening, ${name}`;
}
