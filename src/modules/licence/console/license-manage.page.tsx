import { DownloadOutlined, UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { download } from '#kit/console/call/download.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { DetailTabs } from '#kit/console/tabs/detail-tabs.tsx';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { later } from '#kit/console/shell/later.tsx';
import { licenceExport, licenceRequest, licenceUpdate } from '../common/licence.contract.ts';
import { licenceManage } from '../common/permissions.ts';
import { OverviewPanel } from './components/overview-panel.tsx';

const HistoryPanel = later('licence-history', async () => (await import('./components/history-panel.tsx')).HistoryPanel);
const PersonsPanel = later('licence-persons', async () => (await import('./components/persons-panel.tsx')).PersonsPanel);
const UploadDialog = later('licence-upload', async () => (await import('./components/upload-dialog.tsx')).UploadDialog);

/** What is licensed, how much of it is used, until when, and who is told. */
export default function LicenseManagePage(): ReactElement {
  const t = useT('licence');
  const title = useCodeName(licenceManage.code);
  const update = useActionName(licenceUpdate);
  const request = useActionName(licenceRequest);
  const [uploading, setUploading] = useState(false);
  const fetchRequest = (): void => void download(licenceRequest, {}, { fallbackName: 'licence-request.json' }).catch(() => undefined);
  return (
    <>
      <PageHeader
        title={title}
        help={t('licence.help')}
        actions={
          <>
            {request.granted && (
              <Button icon={<DownloadOutlined aria-hidden="true" />} onClick={fetchRequest}>
                {request.name}
              </Button>
            )}
            <ExportButton endpoint={licenceExport} input={(format) => ({ format })} />
            {update.granted && (
              <Button type="primary" icon={<UploadOutlined aria-hidden="true" />} onClick={() => setUploading(true)}>
                {update.name}
              </Button>
            )}
          </>
        }
      />
      <DetailTabs
        tabs={[
          { key: 'overview', label: t('tab.overview'), children: <OverviewPanel /> },
          { key: 'history', label: t('tab.history'), children: <HistoryPanel /> },
          { key: 'persons', label: t('tab.persons'), children: <PersonsPanel /> },
        ]}
      />
      {uploading && <UploadDialog title={update.name} onClose={() => setUploading(false)} />}
    </>
  );
}
