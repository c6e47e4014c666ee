import { Modal } from 'antd';
import type { ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { FieldDiffs } from '#kit/console/change/field-diffs.tsx';
import { textIfAny } from '#kit/console/i18n/i18n.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { useWords } from '#kit/console/page/subject.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import type { PropertyRow } from '../../common/property.contract.ts';
import { propertyHistory, propertyRollback, type ValueRow } from '../../common/value.contract.ts';
import { readings } from '../readings.ts';
import { propertyValue } from '../subjects.ts';

interface ValueHistoryProps {
  property: PropertyRow;
  row: Pick<ValueRow, 'scopeKind' | 'scopeId' | 'scopeName'>;
  onClose: () => void;
}

/** What a value was, newest first, each with the way back to it. */
export function ValueHistory({ property, row, onClose }: ValueHistoryProps): ReactElement {
  const t = useT('property');
  const [language] = useLanguage();
  const words = useWords(propertyValue);
  const { scopeKind, scopeId } = row;
  const { data, error, refetch } = useRead(propertyHistory, { propertyId: property.id, scopeKind, scopeId, pageSize: 100 });
  return (
    <Modal open title={t('history.title', { name: property.key })} width={720} footer={null} onCancel={onClose}>
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <WaitingForm lines={5} />}
      <ol className="whk-history">
        {data?.list.map((line) => (
          <li key={line.id}>
            <header>
              <span className="whk-tag">{textIfAny('kit', `action.${line.action}`) ?? line.action}</span>
              <time dateTime={new Date(line.at).toISOString()}>{timeText(line.at, language)}</time>
              <span>{line.by}</span>
              {line.mayReturn && (
                <ActionButton
                  size="small"
                  endpoint={propertyRollback}
                  input={{ operationId: line.id }}
                  names={[property.key]}
                  invalidates={readings}
                >
                  {t('history.back')}
                </ActionButton>
              )}
            </header>
            {line.reason !== null && <p>{line.reason}</p>}
            <FieldDiffs fields={line.fields} words={words} />
          </li>
        ))}
      </ol>
    </Modal>
  );
}
