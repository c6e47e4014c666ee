import type { ReactElement } from 'react';
import { FieldDiffs } from '#kit/console/change/field-diffs.tsx';
import { textIfAny } from '#kit/console/i18n/i18n.ts';
import { useNamespace } from '#kit/console/i18n/use-t.ts';
import { wordsOf } from '#kit/console/page/subject.ts';
import type { OperationLine } from '../../common/operation-log.contract.ts';
import { UnmaskField } from './unmask-field.tsx';

interface OperationLineProps {
  line: OperationLine;
  /** Names its object. */
  named: boolean;
  /** The row of the log it belongs to, by which masked values may be asked for. */
  row?: string;
}

/** What was changed on one object: before and after. */
export function OperationLineView({ line, named, row }: OperationLineProps): ReactElement {
  useNamespace(line.namespace);
  const words = wordsOf(line);
  return (
    <div className="wl-line">
      {named && (
        <strong>
          {line.objectName} <small className="wl-soft">{textIfAny('kit', `action.${line.action}`) ?? line.action}</small>
        </strong>
      )}
      <FieldDiffs fields={line.fields} words={words} />
      {row !== undefined &&
        line.masked.map((field) => <UnmaskField key={field} row={row} lineId={line.id} field={field} label={words.field(field)} />)}
    </div>
  );
}
