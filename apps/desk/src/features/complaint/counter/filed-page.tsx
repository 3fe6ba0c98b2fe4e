import { Link, say, ShowMore, StatusMark } from '@baraza/app';
import type { FiledRow } from '@baraza/contract';
import { buttonClass, Icon, Table, type TableColumn, TextField } from '@baraza/ui';
import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { MomentText } from '../../../lib/format/date-text.tsx';
import { useDebounced } from '../../../lib/list/use-debounced.ts';
import { forRoles, Loaded, Page } from '../../../lib/page/page.tsx';
import { paths } from '../../../lib/router/paths.ts';
import { useFiled } from './counter.api.ts';

/** Lists what the centre of an agent filed, until its citizens change their codes. */
export default forRoles(['agent'], FiledPage);

function FiledPage(): ReactNode {
  const [words, setWords] = useState('');
  const query = useFiled(useDebounced(words.trim()));
  const columns: TableColumn<FiledRow>[] = [
    { header: t`Tracking ID`, rowHeader: true, cell: ({ trackingId }) => <bdi className="mono">{trackingId}</bdi> },
    { header: t`Title`, cell: ({ title }) => <bdi className="break-words">{title}</bdi> },
    { header: t`MDA`, cell: ({ mda }) => <bdi>{say(mda.name)}</bdi> },
    { header: t`Filed`, cell: ({ submittedDate }) => <MomentText at={submittedDate} ago={false} /> },
    { header: t`Status`, cell: ({ status }) => <StatusMark status={status} /> },
    { header: t`Newest reply`, cell: ({ reply }) => reply && <bdi className="break-words">{reply}</bdi> },
  ];
  const search = t`Search by tracking ID or telephone number`;
  return (
    <Page
      title={t`Filed here`}
      intro={t`Complaints that your centre filed. One goes from this list when its citizen changes the code.`}
      action={
        <Link to={paths.newComplaint} className={buttonClass({ variant: 'primary' })}>
          <Icon name="plus" /> {t`New complaint`}
        </Link>
      }
    >
      <TextField
        type="search"
        label={search}
        labelHidden
        placeholder={search}
        fieldClassName="w-full max-w-120"
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <Loaded query={query}>
        {(data) => (
          <Table
            caption={t`Filed here`}
            captionHidden
            columns={columns}
            rows={data.pages.flatMap((page) => page.items)}
            empty={t`No complaint was found.`}
          />
        )}
      </Loaded>
      <ShowMore query={query} />
    </Page>
  );
}
