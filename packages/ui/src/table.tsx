import type { ReactNode } from 'react';
import { cx } from './lib/cx.ts';

export type TableColumn<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand at the end. */
  align?: 'start' | 'end';
  /** The cell that names the row. */
  rowHeader?: boolean;
};

export type TableProps<Row> = {
  caption: ReactNode;
  captionHidden?: boolean;
  columns: TableColumn<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string | number;
  /** Shown instead of rows when there are none. */
  empty?: ReactNode;
};

/** A table; under 45rem each row becomes a block whose lines carry the column's name. */
export function Table<Row>({ caption, captionHidden, columns, rows, rowKey, empty }: TableProps<Row>): ReactNode {
  return (
    // The roles are said aloud because display: block takes them away from the elements.
    <table role="table" className="table-b">
      <caption className={captionHidden ? 'sr-only' : undefined}>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) => (
            <th key={column.key} role="columnheader" scope="col" data-align={column.align}>
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
                  key={column.key}
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
