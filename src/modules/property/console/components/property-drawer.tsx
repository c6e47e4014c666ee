import { useState, type ReactElement } from 'react';
import { pick } from '#kit/common/language.ts';
import { HistoryTab } from '#kit/console/change/history-tab.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { EditButton, ObjectActions } from '#kit/console/crud/crud-actions.tsx';
import { DetailDrawer } from '#kit/console/page/detail-drawer.tsx';
import { Facts, type Fact } from '#kit/console/page/facts.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { propertyGet, propertyList, propertyRemove, propertyUpdate, type PropertyRow } from '../../common/property.contract.ts';
import { property } from '../subjects.ts';
import { EditProperty } from './property-form.tsx';
import { ValueText } from './value-text.tsx';
import { ValuesTab } from './values-tab.tsx';

/** One property: its values by scope, its definition, its history. */
export function PropertyDrawer({ id, onClose }: { id: string; onClose: () => void }): ReactElement {
  const t = useT('property');
  const [editing, setEditing] = useState(false);
  const read = useRead(propertyGet, { id });
  return (
    <>
      <DetailDrawer<PropertyRow>
        subject={property}
        read={read}
        title={({ namespace, key }) => `${namespace}/${key}`}
        onClose={onClose}
        actions={(row) =>
          row.module === null && (
            <>
              <EditButton endpoint={propertyUpdate} type="primary" onClick={() => setEditing(true)} />
              <ObjectActions
                endpoints={{ list: propertyList, remove: propertyRemove }}
                id={id}
                name={row.key}
                object={row}
                onRemoved={onClose}
              />
            </>
          )
        }
        tabs={(row) => [
          { key: 'values', label: t('tab.values'), children: <ValuesTab property={row} /> },
          { key: 'facts', label: t('tab.facts'), children: <Definition row={row} /> },
          { key: 'history', label: t('tab.history'), children: <HistoryTab subject={property} kind="property" objectId={id} /> },
        ]}
      />
      {editing && read.data && <EditProperty row={read.data} onClose={() => setEditing(false)} />}
    </>
  );
}

function Definition({ row }: { row: PropertyRow }): ReactElement {
  const t = useT('property');
  const [language] = useLanguage();
  const facts: readonly Fact<PropertyRow>[] = [
    { name: 'description', show: () => pick(row.description, language) },
    { name: 'type', as: 'enum' },
    { name: 'default', always: true, show: () => <ValueText value={row.default} type={row.type} /> },
    { name: 'rules', show: () => <code className="whk-code wp-json">{JSON.stringify(row.rules)}</code> },
    { name: 'exposure', as: 'enum' },
    { name: 'secret', as: 'enum' },
    { name: 'deprecated', as: 'enum' },
    { name: 'module', always: true, show: () => t(row.module === null ? 'origin.hand' : 'origin.product') },
    { name: 'updatedAt', as: 'time' },
  ];
  return <Facts row={row} facts={facts} />;
}
