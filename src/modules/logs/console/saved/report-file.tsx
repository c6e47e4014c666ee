import { DownloadOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import type { ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { downloadFile } from '#kit/common/files/file.contract.ts';
import { download } from '#kit/console/call/download.ts';
import { useRunning } from '#kit/console/call/use-running.ts';
import { useT } from '#kit/console/i18n/use-t.ts';

/** The file of a report that a mail leads to: handed over by a click, to whom it was made for. */
export function ReportFile(): ReactElement | null {
  const t = useT('logs');
  const [search] = useSearchParams();
  const [running, run] = useRunning();
  const fileId = search.get('report');
  if (fileId === null) return null;
  return (
    <Alert
      className="wl-report-file"
      type="info"
      showIcon
      title={t('report.file')}
      action={
        <Button
          type="primary"
          icon={<DownloadOutlined aria-hidden="true" />}
          loading={running}
          onClick={() => void run(() => download(downloadFile, { fileId }, { fallbackName: t('logReport') }))}
        >
          {t('report.download')}
        </Button>
      }
    />
  );
}
