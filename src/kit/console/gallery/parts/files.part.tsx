import { UploadOutlined } from '@ant-design/icons';
import { Alert, Button, Progress, Upload } from 'antd';
import { useState, type ReactElement } from 'react';
import type { FileView } from '#kit/common/files/file.contract.ts';
import { CallError } from '../../call/call-error.ts';
import { FileTooLarge, upload } from '../../files/upload.ts';
import { useLanguage, useT } from '../../i18n/use-t.ts';
import { bytesText } from '../../table/formats.ts';
import { Specimen } from '../specimen.tsx';

/** A file on its way to the server, and what the server kept of it. */
export default function FilesPart(): ReactElement {
  const t = useT('gallery');
  const [language] = useLanguage();
  const [percent, setPercent] = useState<number>();
  const [kept, setKept] = useState<FileView>();
  const [problem, setProblem] = useState<string>();
  const send = async (file: File): Promise<void> => {
    setKept(undefined);
    setProblem(undefined);
    setPercent(0);
    try {
      setKept(await upload(file, 'import', (sent, total) => setPercent(Math.floor((sent / total) * 100)), new AbortController().signal));
    } catch (error) {
      if (error instanceof FileTooLarge) setProblem(bytesText(error.limit, language));
      else if (error instanceof CallError) setProblem(error.msg);
      else throw error;
    } finally {
      setPercent(undefined);
    }
  };
  return (
    <Specimen title="files.upload">
      <div className="whg-sheet">
        <Upload
          showUploadList={false}
          beforeUpload={(file) => {
            void send(file);
            return Upload.LIST_IGNORE;
          }}
        >
          <Button icon={<UploadOutlined aria-hidden="true" />} loading={percent !== undefined}>
            {t('files.choose')}
          </Button>
        </Upload>
        {percent !== undefined && <Progress aria-label={t('files.upload')} percent={percent} />}
        {kept && (
          <p role="status">
            {kept.name} · {bytesText(kept.size, language)}
          </p>
        )}
        {problem !== undefined && <Alert type="error" role="alert" showIcon title={problem} />}
      </div>
    </Specimen>
  );
}
