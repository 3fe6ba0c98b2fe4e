import type { ReactNode } from 'react';
import { cx } from './lib/cx.ts';

export type TableColumn<Row> = {
  /** Header of the column, unique in the table. */
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  rowHeader?: boolean;
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

/** Renders a table; under 45rem each row becomes a block whose lines show the column's header. */
export function Table<Row extends object>(props: TableProps<Row>) {
  const { caption, captionHidden, columns, rows, rowKey = idOf, empty } = props;
  return (
    // Explicit roles, since display: block removes those of the elements.
    <table role="table" className="table-b">
      <caption className={captionHidden ? 'sr-only' : undefined}>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column.header} role="columnheader" scope="col" data-align={column.align}>
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row">
            {columns.map((column) => {
              const Cell = column.rowHeader ? 'th' : 'td';
              return (
                <Cell
                  key={column.header}
                  role={column.rowHeader ? 'rowheader' : 'cell'}
                  scope={column.rowHeader ? 'row' : undefined}
                  data-th={column.header}
                  data-align={column.align}
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
