import { Button, Select, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { pick } from '#kit/common/language.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { call } from '#kit/console/call/call.ts';
import { saveText } from '#kit/console/call/download.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { useRead } from '#kit/console/page/query.ts';
import type { PickerProps } from '#kit/console/pickers/picked.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { cardGroup, cardPublish, cardTemplate, cardTest, type CardTemplateRow } from '../common/card.contract.ts';
import { cardManage } from '../common/permissions.ts';
import { cardExport } from '../common/transfer.contract.ts';
import { ImportTemplates } from './import-dialog.tsx';
import { PublishEffect } from './publish-effect.tsx';
import { ActionRows, ElementRows, FieldRows } from './card-rows.tsx';

const VersionsDialog = later('mc-versions', async () => (await import('./versions-dialog.tsx')).VersionsDialog);
const F = entityFields(cardTemplate);

/** Chooses a group of templates. */
function GroupSelect({ value, onChange, id, placeholder, ...named }: PickerProps): ReactElement {
  const [language] = useLanguage();
  const { data } = useRead(cardGroup.list, { pageSize: 200 });
  return (
    <Select<string>
      allowClear
      className="whk-picker"
      {...(id !== undefined && { id })}
      {...(placeholder !== undefined && { placeholder })}
      aria-label={named['aria-label']}
      value={typeof value === 'string' ? value : null}
      options={(data?.list ?? []).map((one) => ({ value: one.id, label: pick(one.name, language) }))}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
    />
  );
}

/** Hands the drafts of templates to the browser as a file. */
const exportThem = async (rows: readonly CardTemplateRow[]): Promise<void> => {
  const told = await call(cardExport, { ids: rows.map(({ id }) => id) });
  saveText('card-templates.json', JSON.stringify(told, null, 2), 'application/json');
};

/** Templates of cards: the draft is edited, what was published last is sent. */
export function TemplatePanel(): ReactElement {
  const t = useT('message-cards');
  const [language] = useLanguage();
  const [shown, setShown] = useState<CardTemplateRow>();
  return (
    <>
      <CrudPanel
        entity={cardTemplate}
        columns={[
          'name',
          { name: 'code', as: 'code', sortable: false },
          { name: 'groupId', sortable: false, cell: (row) => row.groupName },
          {
            name: 'published',
            sortable: false,
            cell: (row) => (
              <>
                {row.published === 0 ? t('template.never') : t('template.version', { n: row.published })}
                {row.draft && row.published > 0 && <Tag color="gold">{t('template.draft')}</Tag>}
              </>
            ),
          },
          { name: 'sent30', sortable: false },
          'enabled',
          { name: 'updatedAt', as: 'time' },
        ]}
        filters={(list) => (
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="enabled" />
            <PickFilter list={list} name="groupId">
              <GroupSelect />
            </PickFilter>
            <PickFilter list={list} name="ownerDeptId">
              <DepartmentPicker />
            </PickFilter>
            <ImportTemplates />
          </>
        )}
        bulk={({ rows }) => (
          <Permit code={cardManage.button.export}>{(label) => <Button onClick={() => void exportThem(rows)}>{label}</Button>}</Permit>
        )}
        rowActions={(row) => (
          <>
            <ActionButton
              endpoint={cardPublish}
              input={{ id: row.id, version: row.version }}
              confirm="ask"
              names={[pick(row.name, language)]}
              impact={<PublishEffect id={row.id} />}
              invalidates={[cardTemplate.list, cardTemplate.get]}
            />
            <ActionButton endpoint={cardTest} input={{ id: row.id }} />
            <ActionButton
              endpoint={cardTemplate.copy}
              names={[pick(row.name, language)]}
              input={{ id: row.id, code: `${row.code.slice(0, 42)}-copy` }}
              invalidates={[cardTemplate.list]}
            />
            {row.published > 0 && (
              <Button type="text" size="small" onClick={() => setShown(row)}>
                {t('versions.open')}
              </Button>
            )}
          </>
        )}
        form={(object) => <TemplateFields isNew={!object} />}
      />
      {shown && <VersionsDialog row={shown} name={pick(shown.name, language)} onClose={() => setShown(undefined)} />}
    </>
  );
}

function TemplateFields({ isNew }: { isNew: boolean }): ReactElement {
  const t = useT('message-cards');
  return (
    <>
      <F.name />
      {isNew && <F.code />}
      <F.groupId>
        <GroupSelect />
      </F.groupId>
      <F.ownerDeptId />
      <F.summary help={t('template.summaryHelp')} />
      <F.dataFields wide help={t('template.fieldsHelp')}>
        <FieldRows />
      </F.dataFields>
      <F.elements wide help={t('template.elementsHelp')}>
        <ElementRows />
      </F.elements>
      <F.actions wide>
        <ActionRows />
      </F.actions>
      <F.callbackUrl help={t('template.callbackHelp')} />
      <F.validDays />
    </>
  );
}
