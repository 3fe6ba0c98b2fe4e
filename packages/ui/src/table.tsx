import { type ReactNode, useState } from 'react';
import { Icon } from './icon.tsx';
import { cx } from './lib/cx.ts';

export type TableColumn<Row> = {
  /** Header of the column, unique in the table. */
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  rowHeader?: boolean;
  /** Shorter header under 45rem. */
  short?: string;
  /** Place under 45rem: before the row's header, at its end, nowhere, or, by default, in the line below. */
  narrow?: 'start' | 'end' | 'line' | 'hidden';
  /** Makes the column sortable: what its rows are compared by. Numbers start with the highest. */
  order?: (row: Row) => number | string;
};

export type TableProps<Row> = {
  caption: ReactNode;
  captionHidden?: boolean;
  columns: TableColumn<Row>[];
  rows: Row[];
  rowKey?: (row: Row) => string | number | undefined;
  empty?: ReactNode;
};

const idOf = (row: { id?: string }) => row.id;

/** Renders a table; under 45rem each row is its header, cells beside it, and a line of cells below. */
export function Table<Row extends object>(props: TableProps<Row>) {
  const { caption, captionHidden, columns, rows, rowKey = idOf, empty } = props;
  const [sorted, setSorted] = useState<Sorted | null>(null);
  const by = columns.find(({ header }) => header === sorted?.header)?.order;
  const shown = by ? rows.toSorted((a, b) => compare(by(a), by(b)) * (sorted?.up ? 1 : -1)) : rows;
  return (
    // Explicit roles, since display: block removes those of the elements.
    <table role="table" className="table-b">
      <caption className={captionHidden ? 'sr-only' : undefined}>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th
              key={column.header}
              role="columnheader"
              scope="col"
              data-align={column.align}
              aria-sort={sorted?.header !== column.header ? undefined : sorted.up ? 'ascending' : 'descending'}
            >
              {column.order && rows.length > 1 ? (
                <SortButton
                  header={column.header}
                  sorted={sorted}
                  startsUp={isText(column.order(rows[0]!))}
                  onSort={setSorted}
                />
              ) : (
                column.header
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {shown.map((row) => (
          <tr key={rowKey(row)} role="row">
            {columns.map((column) => {
              const Cell = column.rowHeader ? 'th' : 'td';
              return (
                <Cell
                  key={column.header}
                  role={column.rowHeader ? 'rowheader' : 'cell'}
                  scope={column.rowHeader ? 'row' : undefined}
                  data-th={column.short ?? column.header}
                  data-align={column.align}
                  data-narrow={column.rowHeader ? undefined : (column.narrow ?? 'line')}
                  className={cx(column.align === 'end' && 'tabular-nums')}
                >
                  <div>{column.cell(row)}</div>
                </Cell>
              );
            })}
          </tr>
        ))}
        {rows.length === 0 && empty && (
          <tr role="row">
            <td role="cell" colSpan={columns.length}>
              {empty}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

type Sorted = { readonly header: string; readonly up: boolean };

const isText = (value: number | string) => typeof value === 'string';

function compare(a: number | string, b: number | string): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
}

type SortButtonProps = {
  header: string;
  sorted: Sorted | null;
  startsUp: boolean;
  onSort: (sorted: Sorted) => void;
};

function SortButton({ header, sorted, startsUp, onSort }: SortButtonProps) {
  const isBy = sorted?.header === header;
  return (
    <button
      type="button"
      className="inline-flex min-h-9 items-center gap-1 hover:underline"
      onClick={() => onSort({ header, up: isBy ? !sorted.up : startsUp })}
    >
      {header}
      <Icon name="chevron-down" size="s" className={cx(!isBy && 'opacity-40', isBy && sorted.up && 'rotate-180')} />
    </button>
  );
}
