import { InboxOutlined } from '@ant-design/icons';
import { Button, Modal, Upload } from 'antd';
import { useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { upload } from '#kit/console/files/upload.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { invalidate } from '#kit/console/page/query.ts';
import { emoticon, emoticonImport, emoticonPackage } from '../../common/emoticon.contract.ts';

/** A zip of pictures for a package; ends with how many came in and why the others did not. */
export function ImportZip({ packageId, onClose }: { packageId: string; onClose: () => void }): ReactElement {
  const t = useT('emoticons');
  const [result, setResult] = useState<Reply<typeof emoticonImport>>();
  const [sending, setSending] = useState(false);
  const send = async (file: File): Promise<void> => {
    setSending(true);
    try {
      const { fileId } = await upload(file, 'emoticon', () => undefined, new AbortController().signal);
      setResult(await call(emoticonImport, { packageId, fileId }));
      await invalidate(emoticon.list, emoticonPackage.list);
    } catch (error) {
      // What was refused was said already.
      if (!(error instanceof CallError)) throw error;
    } finally {
      setSending(false);
    }
  };
  return (
    <Modal open title={t('import.title')} onCancel={onClose} footer={<Button onClick={onClose}>{t('tabs.close')}</Button>}>
      {result ? (
        <div role="status">
          <p>{t('import.added', { count: result.added })}</p>
          {result.refused.length > 0 && <p>{t('import.refused', { count: result.refused.length })}</p>}
          <ul>
            {result.refused.map(({ file, reason }) => (
              <li key={file}>
                {file}: {reason}
              </li>
            ))}
          </ul>
        </div>
      ) : (
        <Upload.Dragger
          accept=".zip,application/zip"
          showUploadList={false}
          disabled={sending}
          beforeUpload={(file) => {
            void send(file);
            return Upload.LIST_IGNORE;
          }}
        >
          <p>
            <InboxOutlined aria-hidden="true" />
          </p>
          <p>{t(sending ? 'import.sending' : 'import.drop')}</p>
        </Upload.Dragger>
      )}
    </Modal>
  );
}
