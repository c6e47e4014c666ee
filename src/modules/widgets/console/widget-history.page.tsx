import { UploadOutlined } from '@ant-design/icons';
import { Button, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { useNavigate, useParams } from 'react-router';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { widgetHistoryPage } from '../common/permissions.ts';
import { widget } from '../common/widget.contract.ts';
import {
  widgetVersionDelete,
  widgetVersionGet,
  widgetVersionList,
  widgetVersionOffline,
  widgetVersionOnline,
  widgetVersionRollback,
  type WidgetVersionRow,
} from '../common/widget-version.contract.ts';
import { widgetStatus } from '../common/widget-words.ts';
import { versionRoute } from './components/widget-routes.ts';
import { widgetVersionSubject } from './subjects.ts';

const UploadDrawer = later('widget-upload', async () => (await import('./components/upload-drawer.tsx')).UploadDrawer);
const readings = [widgetVersionList, widgetVersionGet, widget.get, widget.list];

/** The versions of a widget. */
export default function WidgetHistoryPage(): ReactElement {
  const t = useT('widgets');
  const { widgetId = '' } = useParams();
  const navigate = useNavigate();
  const list = useList(widgetVersionList, { fixed: { widgetId }, searchKey: 'text' });
  const [uploading, setUploading] = useState(false);
  return (
    <>
      <ListPanel<WidgetVersionRow, typeof widgetVersionSubject>
        subject={widgetVersionSubject}
        list={list}
        columns={[
          { name: 'versionName', sortable: false },
          { name: 'buildNo', as: 'number' },
          { name: 'status', sortable: false, cell: ({ status }) => <VersionStatus status={status} /> },
          { name: 'rollout', sortable: false, cell: ({ rollout }) => <RolloutText rollout={rollout} /> },
          { name: 'mode', as: 'enum', sortable: false },
          { name: 'size', as: 'bytes', sortable: false },
          { name: 'files', as: 'number', sortable: false },
          { name: 'opened', as: 'number', sortable: false },
          { name: 'createdAt', as: 'time' },
        ]}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="status" />
            <Permit code={widgetHistoryPage.button.addVersion}>
              {(name) => (
                <Button type="primary" icon={<UploadOutlined aria-hidden="true" />} onClick={() => setUploading(true)}>
                  {name}
                </Button>
              )}
            </Permit>
          </>
        }
        onOpen={(row) => void navigate(versionRoute(row.id))}
        rowActions={(row) => <VersionActions row={row} />}
        empty={<EmptyState title={t('widgetVersion.empty')} hint={t('widgetVersion.emptyHint')} />}
      />
      {uploading && <UploadDrawer widgetId={widgetId} onClose={() => setUploading(false)} />}
    </>
  );
}

function VersionStatus({ status }: { status: 1 | 2 | 3 }): ReactElement {
  const t = useT('widgets');
  return <Tag color={status === widgetStatus.online ? 'blue' : 'default'}>{t(`widgetVersion.status.${status}`)}</Tag>;
}

/** How far the rollout of a version is. */
function RolloutText({ rollout }: Pick<WidgetVersionRow, 'rollout'>): ReactElement {
  const t = useT('apps');
  return <>{rollout ? `${t(`rollout.state.${rollout.state}`)} · ${rollout.percent}%` : '—'}</>;
}

function VersionActions({ row }: { row: WidgetVersionRow }): ReactElement {
  const common = { names: [row.versionName], invalidates: readings, type: 'text' as const };
  const isOnline = row.status === widgetStatus.online;
  return (
    <RowActions name={row.versionName}>
      <ActionButton {...common} endpoint={isOnline ? widgetVersionOffline : widgetVersionOnline} input={{ ids: [row.id] }} />
      {row.status === widgetStatus.offline && (
        <ActionButton {...common} endpoint={widgetVersionRollback} input={{ id: row.id, reason: '' }} />
      )}
      {!isOnline && <ActionButton {...common} endpoint={widgetVersionDelete} input={{ ids: [row.id] }} />}
    </RowActions>
  );
}
