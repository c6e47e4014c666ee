import { Tag } from 'antd';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import type { Fact } from '#kit/console/page/facts.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { numberText } from '#kit/console/table/formats.ts';
import type { CallView } from '../../common/call.contract.ts';
import type { interfaceCall } from '../subjects.ts';
import { ClassMark } from './class-mark.tsx';

/** Columns of the call log; the first one opens the call. */
export const callColumns: readonly Column<CallView, typeof interfaceCall>[] = [
  { name: 'at', as: 'time', width: 160 },
  { name: 'interfaceName', cell: (row) => <Called row={row} />, width: 200 },
  { name: 'callerName', cell: (row) => <CallerName row={row} />, width: 140 },
  { name: 'class', cell: (row) => <ClassMark value={row.class} code={row.code} />, width: 130 },
  { name: 'httpStatus', as: 'code', width: 70 },
  { name: 'ms', cell: (row) => <Lasted row={row} />, width: 120 },
  { name: 'employeeName', width: 110 },
  { name: 'address', as: 'code', width: 130 },
  { name: 'requestId', as: 'code', optional: true, width: 150 },
  { name: 'systemName', optional: true, width: 130 },
  { name: 'versionNo', as: 'number', optional: true, width: 80 },
  { name: 'kind', as: 'enum', optional: true, width: 110 },
  { name: 'method', as: 'code', optional: true, width: 80 },
  { name: 'bytesIn', as: 'bytes', optional: true, width: 90 },
  { name: 'bytesOut', as: 'bytes', optional: true, width: 90 },
  { name: 'cache', as: 'enum', optional: true, width: 90 },
  { name: 'tries', as: 'number', optional: true, width: 80 },
  { name: 'node', as: 'code', optional: true, width: 150 },
];

/** What the drawer says of a call before its steps. */
export const callFacts: readonly Fact<CallView>[] = [
  { name: 'at', as: 'time' },
  { name: 'class', show: (row) => <ClassMark value={row.class} code={row.code} /> },
  { name: 'path', as: 'code' },
  { name: 'systemName' },
  { name: 'kind', as: 'enum' },
  { name: 'versionNo', show: (row) => <Version row={row} />, always: true },
  { name: 'callerName', show: (row) => <CallerName row={row} />, always: true },
  { name: 'employeeName' },
  { name: 'address', as: 'code' },
  { name: 'method', as: 'code' },
  { name: 'httpStatus', as: 'code' },
  { name: 'targetStatus', as: 'code' },
  { name: 'ms', show: (row) => <Lasted row={row} /> },
  { name: 'bytesIn', as: 'bytes' },
  { name: 'bytesOut', as: 'bytes' },
  { name: 'cache', as: 'enum' },
  { name: 'tries', as: 'number' },
  { name: 'node', as: 'code' },
  { name: 'requestId', as: 'code' },
];

function Called({ row }: { row: CallView }): ReactElement {
  const t = useT('call-logs');
  return (
    <span className="wcl-called">
      <span>
        {row.interfaceName}
        {row.test && <Tag variant="filled">{t('call.testMark')}</Tag>}
      </span>
      <code>{row.path}</code>
    </span>
  );
}

/** Who called: a system, a module of the product, somebody at a terminal, nobody known. */
export function CallerName({ row }: { row: Pick<CallView, 'callerKind' | 'callerName'> }): ReactElement {
  const t = useT('call-logs');
  const kind = t(`call.callerKind.${row.callerKind}`);
  if (row.callerName === null || row.callerName === '') return <>{kind}</>;
  return (
    <>
      {row.callerName} <small className="wcl-soft">{kind}</small>
    </>
  );
}

function Version({ row }: { row: CallView }): ReactElement {
  const t = useT('call-logs');
  return <>{row.versionNo === 0 ? t('call.draft') : row.versionNo}</>;
}

/** How long it took, and how much of it in the system behind. */
function Lasted({ row }: { row: CallView }): ReactElement {
  const t = useT('call-logs');
  const [language] = useLanguage();
  const text = (ms: number): string => numberText(ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms), language);
  return (
    <span className="wcl-lasted">
      {t('call.millis', { ms: text(row.ms) })}
      {row.msTarget !== null && <small className="wcl-soft">{t('call.behind', { ms: text(row.msTarget) })}</small>}
    </span>
  );
}
