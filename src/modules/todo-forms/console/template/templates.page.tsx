import { Button, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router';
import { pick } from '#kit/common/language.ts';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { call } from '#kit/console/call/call.ts';
import { saveText } from '#kit/console/call/download.ts';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import { entityFields } from '#kit/console/form/entity-fields.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, PickFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { MovePlace } from '#kit/console/page/move-place.tsx';
import { ObjectPicker } from '#kit/console/pickers/object-picker.tsx';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { timeText } from '#kit/console/table/formats.ts';
import { editPage, templatePage } from '../../common/permissions.ts';
import { todoSystem } from '../../common/template/system.contract.ts';
import { templateCopy, templateUnplan, todoTemplate, type TodoTemplateRow } from '../../common/template/template.contract.ts';
import { templateExport } from '../../common/template/transfer.contract.ts';
import { ImportTemplates } from './import-dialog.tsx';

const PublishDialog = later('todo-publish', async () => (await import('./publish-dialog.tsx')).PublishDialog);
const VersionsDrawer = later('todo-versions', async () => (await import('./versions-drawer.tsx')).VersionsDrawer);
const F = entityFields(todoTemplate);

/** Hands the drafts of templates to the browser as a file. */
const exportThem = async (rows: readonly TodoTemplateRow[]): Promise<void> => {
  const told = await call(templateExport, { ids: rows.map(({ id }) => id) });
  saveText('form-templates.json', JSON.stringify(told, null, 2), 'application/json');
};

/** Templates of forms: the draft is edited in the designer, new items get what was published last. */
export default function TemplatesPage(): ReactElement {
  const t = useT('todo-forms');
  const [language] = useLanguage();
  const [published, setPublished] = useState<TodoTemplateRow>();
  const [shown, setShown] = useState<TodoTemplateRow>();
  return (
    <>
      <CrudPanel
        entity={todoTemplate}
        columns={[
          'name',
          { name: 'code', as: 'code', sortable: false },
          { name: 'systemId', sortable: false, cell: (row) => row.systemName },
          { name: 'published', sortable: false, cell: (row) => <VersionTag row={row} /> },
          { name: 'draftBy', sortable: false, optional: true },
          { name: 'actions', as: 'number', sortable: false, optional: true },
          { name: 'open', as: 'number', sortable: false },
          { name: 'pushed30', as: 'number', sortable: false },
          {
            name: 'averageMs',
            sortable: false,
            optional: true,
            cell: ({ averageMs }) => (averageMs === null ? '—' : t('template.hours', { n: Math.round(averageMs / 360_000) / 10 })),
          },
          { name: 'ownerId', sortable: false, optional: true, cell: (row) => row.ownerName ?? '—' },
          {
            name: 'place',
            optional: true,
            cell: (row) => <MovePlace row={row} name={row.name} place={row.place} endpoint={todoTemplate.reorder} />,
          },
          'enabled',
        ]}
        filters={(list) => (
          <>
            <SearchFilter list={list} name="text" />
            <PickFilter list={list} name="systemId">
              <ObjectPicker list={todoSystem.list} />
            </PickFilter>
            <EnumFilter list={list} name="enabled" />
            <EnumFilter list={list} name="hasDraft" />
            <EnumFilter list={list} name="hasOpen" />
            <PickFilter list={list} name="ownerId">
              <EmployeePicker />
            </PickFilter>
            <ImportTemplates />
          </>
        )}
        bulk={({ rows }) => (
          <Permit code={templatePage.button.export}>{(label) => <Button onClick={() => void exportThem(rows)}>{label}</Button>}</Permit>
        )}
        rowActions={(row) => <RowActions row={row} onPublish={() => setPublished(row)} onVersions={() => setShown(row)} />}
        facts={[
          { name: 'name', as: 'local' },
          { name: 'code', as: 'code' },
          { name: 'systemId', show: (row) => row.systemName },
          { name: 'ownerId', show: (row) => row.ownerName ?? '—' },
          { name: 'published', show: (row) => <VersionTag row={row} /> },
          { name: 'draftAt', show: (row) => (row.draftAt === 0 ? '—' : `${timeText(row.draftAt, language)} ${row.draftBy}`) },
          { name: 'open' },
        ]}
        form={(object) => (
          <>
            {!object && (
              <F.systemId>
                <ObjectPicker list={todoSystem.list} required />
              </F.systemId>
            )}
            <F.name />
            {!object && <F.code />}
            <F.ownerId />
          </>
        )}
      />
      {published && (
        <PublishDialog
          id={published.id}
          version={published.version}
          name={pick(published.name, language)}
          onClose={() => setPublished(undefined)}
        />
      )}
      {shown && <VersionsDrawer row={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

interface ActionsProps {
  readonly row: TodoTemplateRow;
  readonly onPublish: () => void;
  readonly onVersions: () => void;
}

/** What is done with one template. */
function RowActions({ row, onPublish, onVersions }: ActionsProps): ReactElement {
  const t = useT('todo-forms');
  const navigate = useNavigate();
  const [language] = useLanguage();
  return (
    <>
      <Permit code={editPage.code}>
        {() => (
          <Button type="text" onClick={() => void navigate(`${editPage.route ?? ''}?id=${row.id}`)}>
            {t('template.design')}
          </Button>
        )}
      </Permit>
      <Permit code={templatePage.button.publish}>
        {(name) => (
          <Button type="text" onClick={onPublish}>
            {name}
          </Button>
        )}
      </Permit>
      {row.publishAt !== null && (
        <ActionButton
          endpoint={templateUnplan}
          type="text"
          called={t('template.unplan')}
          input={{ id: row.id }}
          invalidates={[todoTemplate.list, todoTemplate.get]}
        />
      )}
      <Button type="text" onClick={onVersions}>
        {t('versions.open')}
      </Button>
      <ActionButton
        endpoint={templateCopy}
        type="text"
        names={[pick(row.name, language)]}
        input={{ id: row.id, code: `${row.code.slice(0, 42)}-copy` }}
        invalidates={[todoTemplate.list]}
      />
    </>
  );
}

/** The version that new items get, and whether something waits to be published. */
function VersionTag({ row }: { row: Pick<TodoTemplateRow, 'published' | 'hasDraft' | 'publishAt'> }): ReactElement {
  const t = useT('todo-forms');
  const [language] = useLanguage();
  return (
    <>
      {row.published === 0 ? t('template.never') : t('versions.number', { n: row.published })}{' '}
      {row.hasDraft && row.published > 0 && <Tag color="gold">{t('template.draft')}</Tag>}
      {row.publishAt !== null && <Tag color="blue">{t('template.planned', { at: timeText(row.publishAt, language) })}</Tag>}
    </>
  );
}
