import { Tag } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { Fact } from '#kit/console/page/facts.tsx';
import type { Column } from '#kit/console/table/column.ts';
import type { OperationView } from '../../common/operation-log.contract.ts';
import type { operation } from '../subjects.ts';
import { Moment } from './moment.tsx';
import { ResultMark } from './result-mark.tsx';

const result = (row: OperationView): ReactElement => <ResultTag row={row} />;
const at = (row: OperationView): ReactElement => <Moment at={row.at} />;

/** Columns of the operation log; the first one opens the row. */
export const operationColumns: readonly Column<OperationView, typeof operation>[] = [
  { name: 'what', width: 190 },
  { name: 'at', as: 'time', cell: at, width: 200 },
  { name: 'name', cell: (row) => <Who row={row} />, width: 110 },
  { name: 'objectName', cell: (row) => <What row={row} />, width: 180 },
  { name: 'fields', width: 110 },
  { name: 'result', cell: result, width: 110 },
  { name: 'address', as: 'code', width: 110 },
  { name: 'moduleName', width: 120, optional: true },
  { name: 'durationMs', as: 'number', width: 110, optional: true },
  { name: 'sealed', as: 'boolean', width: 110, optional: true },
  { name: 'requestId', as: 'code', optional: true },
];

/** What the drawer says of a row before its changes. */
export const operationFacts: readonly Fact<OperationView>[] = [
  { name: 'at', show: (row) => <Moment at={row.at} utc /> },
  { name: 'name', show: (row) => <Who row={row} />, always: true },
  { name: 'account' },
  { name: 'actorKind', as: 'enum' },
  { name: 'objectName', show: (row) => <What row={row} /> },
  { name: 'result', show: result },
  { name: 'address', as: 'code' },
  { name: 'moduleName' },
  { name: 'dangerous', as: 'boolean' },
  { name: 'durationMs', as: 'number' },
  { name: 'sealed', as: 'boolean' },
  { name: 'requestId', as: 'code' },
];

function Who({ row }: { row: OperationView }): ReactElement {
  const t = useT('logs');
  if (row.actorKind === 'system') return <>{t('operation.actorKind.system')}</>;
  return <>{row.name || row.account || t('operation.nobody')}</>;
}

function What({ row }: { row: OperationView }): ReactElement {
  const t = useT('logs');
  if (row.objectName === null) return <span className="whk-nothing">—</span>;
  const others = row.objectCount - 1;
  return (
    <>
      {row.objectName}
      {row.objectKindName !== null && <small className="wl-soft"> {row.objectKindName}</small>}
      {others > 0 && <small className="wl-soft"> {t('operation.more', { count: others })}</small>}
    </>
  );
}

/** How a call ended, its code where it did not end well, and that it was undone. */
function ResultTag({ row }: { row: OperationView }): ReactElement {
  const t = useT('logs');
  return (
    <ResultMark result={row.result}>
      {t(`operation.result.${row.result}`)}
      {row.code !== 0 && <code>{row.code}</code>}
      {row.revertedBy !== null && <Tag variant="filled">{t('operation.reverted')}</Tag>}
    </ResultMark>
  );
}
