import { Table } from 'antd';
import type { ReactElement } from 'react';
import { useWords } from '#kit/console/page/subject.ts';
import type { LineRow } from '../../common/config.contract.ts';
import { lineSubject } from '../subjects.ts';
import { lineColumns } from './lines.tsx';
import '#kit/console/change/change.css';

/** The lines of a drift: all that are kept are there, so there is nothing to page. */
export function DriftTable({ rows }: { rows: readonly LineRow[] }): ReactElement {
  const words = useWords(lineSubject);
  return (
    <Table<LineRow>
      size="small"
      rowKey="seq"
      dataSource={[...rows]}
      pagination={false}
      scroll={{ x: 'max-content' }}
      columns={lineColumns.map(({ name, cell, width }) => ({
        key: name,
        title: words.field(name),
        ...(width !== undefined && { width }),
        render: (_value: unknown, row: LineRow) => cell?.(row) ?? row.name,
      }))}
    />
  );
}
