import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton, useActionName } from '#kit/console/action/action-button.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext, wordsOf } from '#kit/console/page/subject.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { Cell } from '#kit/console/table/cell.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import type { PropertyRow } from '../../common/property.contract.ts';
import { propertyValueClear, propertyValues, propertyValueSet, type ValueRow } from '../../common/value.contract.ts';
import { readings } from '../readings.ts';
import { propertyValue } from '../subjects.ts';
import { ValueForm } from './value-form.tsx';
import { ValueHistory } from './value-history.tsx';
import { ValueText } from './value-text.tsx';

/** Every value of a property that the administrator may see, by scope. */
export function ValuesTab({ property }: { property: PropertyRow }): ReactElement {
  const t = useT('property');
  const [editing, setEditing] = useState<ValueRow | 'new'>();
  const [past, setPast] = useState<ValueRow>();
  const setting = useActionName(propertyValueSet);
  const { data, error, refetch } = useRead(propertyValues, { propertyId: property.id });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <WaitingForm lines={5} />;
  const rest = data.total - data.list.length;
  return (
    <SubjectContext value={propertyValue}>
      {setting.granted && (
        <div className="wp-tools">
          <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={() => setEditing('new')}>
            {setting.name}
          </Button>
        </div>
      )}
      {data.list.length === 0 && <EmptyState title={t('values.empty')} />}
      <ul className="wp-values">
        {data.list.map((row) => (
          <Line key={row.id} row={row} property={property} onEdit={() => setEditing(row)} onPast={() => setPast(row)} />
        ))}
      </ul>
      {rest > 0 && <p>{t('values.more', { count: rest })}</p>}
      {editing !== undefined && (
        <ValueForm property={property} row={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
      )}
      {past && <ValueHistory property={property} row={past} onClose={() => setPast(undefined)} />}
    </SubjectContext>
  );
}

interface LineProps {
  row: ValueRow;
  property: PropertyRow;
  onEdit: () => void;
  onPast: () => void;
}

function Line({ row, property, onEdit, onPast }: LineProps): ReactElement {
  const t = useT('property');
  const [language] = useLanguage();
  const words = wordsOf(propertyValue);
  const setting = useActionName(propertyValueSet);
  const name = nameOf(row);
  const span = [row.from, row.until].map((at) => (at === null ? '…' : timeText(at, language)));
  return (
    <li>
      <div>
        <header>
          <strong>{name}</strong>
          {!row.enabled && <Cell value={false} field="enabled" as="enum" />}
          {row.priority > 0 && (
            <small>
              {words.field('priority')} {row.priority}
            </small>
          )}
        </header>
        <div>
          <ValueText value={row.value} type={property.type} />
        </div>
        {!row.valid && <p className="wp-bad">{t('value.invalid')}</p>}
        {(row.from !== null || row.until !== null) && <p>{span.join(' – ')}</p>}
      </div>
      <div className="wp-actions">
        {setting.granted && (
          <Button size="small" onClick={onEdit}>
            {setting.name}
          </Button>
        )}
        <Button size="small" onClick={onPast}>
          {t('values.history')}
        </Button>
        <ActionButton size="small" endpoint={propertyValueClear} input={{ ids: [row.id] }} names={[name]} invalidates={readings} />
      </div>
    </li>
  );
}

/** The scope in words. */
function nameOf({ scopeKind, scopeName }: Pick<ValueRow, 'scopeKind' | 'scopeName'>): string {
  const kind = wordsOf(propertyValue).value('scopeKind', scopeKind);
  return scopeName === '' ? kind : `${kind}: ${scopeName}`;
}
