import { Select } from 'antd';
import type { ReactElement } from 'react';
import { pick } from '#kit/common/language.ts';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { cardSystem, cardTemplate } from '../common/card.contract.ts';

const F = entityFields(cardSystem);

function TemplatesSelect({
  value = [],
  onChange,
  id,
}: {
  value?: string[];
  onChange?: (next: string[]) => void;
  id?: string;
}): ReactElement {
  const [language] = useLanguage();
  const { data } = useRead(cardTemplate.list, { pageSize: 200 });
  return (
    <Select<string[]>
      mode="multiple"
      {...(id !== undefined && { id })}
      value={value}
      options={(data?.list ?? []).map((one) => ({ value: one.id, label: pick(one.name, language) }))}
      onChange={(next) => onChange?.(next)}
    />
  );
}

/** Systems that may send cards, of which templates and how many. */
export function SystemPanel(): ReactElement {
  const t = useT('message-cards');
  return (
    <CrudPanel
      entity={cardSystem}
      columns={[
        'name',
        { name: 'id', label: t('system.id'), as: 'code', sortable: false },
        { name: 'templateIds', sortable: false, cell: (row) => t('system.templates', { count: row.templateIds.length }) },
        { name: 'perMinute', sortable: false },
        { name: 'sent30', sortable: false },
        'enabled',
      ]}
      form={
        <>
          <F.name />
          <F.secret help={t('system.secretHelp')} />
          <F.templateIds>
            <TemplatesSelect />
          </F.templateIds>
          <F.perMinute />
        </>
      }
    />
  );
}
