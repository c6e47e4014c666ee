import { EditOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton, useActionName } from '#kit/console/action/action-button.tsx';
import { HistoryTab } from '#kit/console/change/history-tab.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { DetailDrawer } from '#kit/console/page/detail-drawer.tsx';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useChosen } from '#kit/console/page/use-chosen.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { later } from '#kit/console/shell/later.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import {
  mailTemplateGet,
  mailTemplateList,
  mailTemplatePreview,
  mailTemplateReset,
  mailTemplateSave,
  type MailTemplateView,
} from '../../common/mail-template.contract.ts';
import { mailTemplate } from '../subjects.ts';
import { TemplatePreview } from './template-preview.tsx';

const TemplateEditor = later('mail-template-editor', async () => (await import('./template-editor.tsx')).TemplateEditor);

/** Every mail that the product sends. */
export function TemplatesPanel(): ReactElement {
  const t = useT('mail');
  const list = useList(mailTemplateList, { name: 'template', searchKey: 'text' });
  const chosen = useChosen();
  const columns: readonly Column<MailTemplateView, typeof mailTemplate>[] = [
    { name: 'title', width: 200 },
    { name: 'code', as: 'code', width: 180 },
    { name: 'subject', width: 260 },
    { name: 'changed', cell: (row) => <Changed row={row} />, width: 200, sortable: false },
    { name: 'updatedAt', as: 'time', width: 170, optional: true },
  ];
  return (
    <>
      <ListPanel
        subject={mailTemplate}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="own" />
          </>
        }
        onOpen={(row) => chosen.show(row.id)}
        empty={<EmptyState title={t('mailTemplate.empty')} />}
      />
      {chosen.id !== undefined && <TemplateDrawer key={chosen.id} id={chosen.id} onClose={chosen.close} />}
    </>
  );
}

function Changed({ row }: { row: MailTemplateView }): ReactElement {
  const t = useT('mail');
  if (row.changed.length === 0) return <span className="mail-soft">{t('template.shipped')}</span>;
  return <>{row.changed.map((language) => t(`lang.${language}`)).join(', ')}</>;
}

function TemplateDrawer({ id, onClose }: { id: string; onClose: () => void }): ReactElement {
  const t = useT('mail');
  const read = useRead(mailTemplateGet, { id });
  const saving = useActionName(mailTemplateSave);
  const [editing, setEditing] = useState(false);
  return (
    <>
      <DetailDrawer
        subject={mailTemplate}
        read={read}
        title={({ title }) => title}
        actions={(template) => (
          <>
            {saving.granted && (
              <Button type="primary" icon={<EditOutlined aria-hidden="true" />} onClick={() => setEditing(true)}>
                {t('verb.update')}
              </Button>
            )}
            {template.changed.length > 0 && (
              <ActionButton
                endpoint={mailTemplateReset}
                input={{ ids: [id] }}
                names={[template.title]}
                invalidates={[mailTemplateGet, mailTemplateList, mailTemplatePreview]}
              />
            )}
          </>
        )}
        tabs={() => [
          { key: 'preview', label: t('template.preview'), children: <TemplatePreview id={id} /> },
          {
            key: 'history',
            label: t('history.title'),
            children: <HistoryTab subject={mailTemplate} kind="mailTemplate" objectId={id} />,
          },
        ]}
        onClose={onClose}
      />
      {editing && read.data && <TemplateEditor template={read.data} onClose={() => setEditing(false)} />}
    </>
  );
}
