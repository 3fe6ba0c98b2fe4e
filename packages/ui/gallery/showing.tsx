import { lazy, Suspense, type ReactNode } from 'react';
import { Avatar } from '@baraza/ui/avatar';
import { Banner } from '@baraza/ui/banner';
import { Button } from '@baraza/ui/button';
import { Timer } from '@baraza/ui/timer';
import { CopyButton } from '@baraza/ui/copy-button';
import { EmptyState } from '@baraza/ui/empty-state';
import { Kbd } from '@baraza/ui/kbd';
import { LoadFailure, Notice } from '@baraza/ui/notice';
import { ProgressBar } from '@baraza/ui/progress-bar';
import { SkeletonList } from '@baraza/ui/skeleton';
import { StatCard } from '@baraza/ui/stat-card';
import { StatusGlyph, StatusPill } from '@baraza/ui/status-pill';
import { Table } from '@baraza/ui/table';
import { TabCount, tabLinkClass, TabLinks } from '@baraza/ui/tabs-links';
import { Thread } from '@baraza/ui/thread';
import { Timeline, TimelineEntry, TimelineName } from '@baraza/ui/timeline';
import { Section } from './section.tsx';
import { words } from './texts.ts';

const LineChart = lazy(() => import('@baraza/ui/line-chart'));
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'].map((name, i) => {
  const total = [8, 12, 22, 14, 9, 11, 7, 10, 13, 9, 8, 5][i] ?? 0;
  const resolved = Math.round(total * 0.67);
  return { name, fullName: `${name} 2024`, total, resolved, unresolved: total - resolved };
});
const mdas = [
  { place: 1, name: 'Ministry of Health', received: 128, resolved: 86 },
  { place: 2, name: 'National Water Corporation', received: 42, resolved: 20 },
];

export function Showing(): ReactNode {
  return (
    <>
      <Banner
        title={<h1>Good morning, Amina Okafor</h1>}
        text="Had bad service from a ministry, department or agency? Tell us. We pass it on, and you can follow it here."
        action={
          <Button variant="gold" size="l" icon="plus">
            New Complaint
          </Button>
        }
      />
      <Section title="Your complaints">
        <TabLinks label="Complaints by status">
          {['Resolved', 'Processing', 'Pending', 'Canceled'].map((status, i) => (
            <li key={status}>
              <a href="#top" className={tabLinkClass()} aria-current={i === 1 ? 'page' : undefined}>
                <StatusGlyph status={status} />
                {status}
                <TabCount>{i + 1}</TabCount>
              </a>
            </li>
          ))}
        </TabLinks>
        <ul className="grid gap-3.5">
          {['Resolved', 'Processing', 'Pending', 'Canceled', 'On hold'].map((status) => (
            <li key={status} className="sheet grid justify-items-start gap-2 p-4">
              <StatusPill status={status} />
              <Thread status={status} label="Progress" words={words} />
            </li>
          ))}
        </ul>
        <SkeletonList label="Loading complaints" count={2} />
        <EmptyState title="No complaint?" action={<Button icon="plus">New Complaint</Button>}>
          Click the '+' button to create your first complaint
        </EmptyState>
      </Section>
      <Section title="Saying">
        <Notice tone="success" title="Complaint submitted successfully!" onClose={() => {}} closeLabel="Close">
          Your tracking ID is <span className="mono">SDP-24-7F3K92</span>
          <CopyButton
            value="SDP-24-7F3K92"
            label="Copy tracking ID SDP-24-7F3K92"
            copiedText="Copied"
            failedText="Press Ctrl+C"
          />
        </Notice>
        <Notice title="We kept your draft from 2024-05-08 10:42." actions={<Button size="s">Continue</Button>} />
        <LoadFailure
          title="We could not load your complaints."
          message="The server did not answer."
          retryText="Try again"
          onRetry={() => {}}
        />
        <ProgressBar value={62} label="Sending" />
      </Section>
      <Section title="Figures">
        <div className="grid gap-4 m:grid-cols-3">
          <StatCard label="Total Reports" value="128" icon="complaint" />
          <StatCard label="Total Resolved Reports" value="86" icon="check" tone="resolved" />
          <StatCard label="Total Unresolved Reports" value="42" icon="clock" tone="unresolved" />
        </div>
        <Suspense fallback={<p>Loading chart</p>}>
          <LineChart
            label="Monthly reports, 2024"
            summary="Highest in March (22). 67 % resolved over the year."
            data={months}
            words={{
              total: 'Total Reports',
              resolved: 'Resolved Reports',
              unresolved: 'Unresolved Reports',
              month: 'Month',
              showTable: 'Show as table',
              hideTable: 'Hide table',
            }}
            note="The resolved reports of each month are estimated from the rate of the whole year."
          />
        </Suspense>
        <div className="sheet p-5">
          <Table
            caption="Top 3 MDAs"
            rows={mdas}
            rowKey={(row) => row.place}
            columns={[
              { header: 'Position', cell: (row) => row.place },
              { header: 'Names of MDAs', cell: (row) => row.name, rowHeader: true },
              { header: 'Complaints Received', cell: (row) => row.received, align: 'end' },
              { header: 'Complaints Resolved', cell: (row) => row.resolved, align: 'end' },
            ]}
          />
        </div>
      </Section>
      <Section title="Desk">
        <div className="flex flex-wrap items-center gap-4">
          {(['late', 'soon', 'normal', 'paused'] as const).map((state, i) => (
            <Timer key={state} state={state} share={i * 30} lead="Next reply due in">
              {state}
            </Timer>
          ))}
          <Kbd>Ctrl</Kbd>
          <Avatar name="Kwame Mensah" />
        </div>
        <div className="sheet p-5">
          <Timeline label="History">
            <TimelineEntry icon="flag" variant="event" head="Status changed to Processing" />
            {(['message', 'note', 'reply'] as const).map((variant) => (
              <TimelineEntry
                key={variant}
                variant={variant}
                name="Amina Okafor"
                head={<TimelineName>Amina Okafor</TimelineName>}
              >
                <p>At counter 4 the officer asked for an extra payment.</p>
              </TimelineEntry>
            ))}
          </Timeline>
        </div>
      </Section>
    </>
  );
}
