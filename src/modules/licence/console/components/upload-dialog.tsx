import { InboxOutlined } from '@ant-design/icons';
import { Alert, App, Modal, Upload } from 'antd';
import { useRef, useState, type ReactElement } from 'react';
import { useOff } from '#kit/console/action/off-button.tsx';
import { CallError } from '#kit/console/call/call-error.ts';
import { call } from '#kit/console/call/call.ts';
import { FileTooLarge, upload } from '#kit/console/files/upload.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { invalidate } from '#kit/console/page/query.ts';
import {
  licenceGet,
  licenceHistory,
  licencePreview,
  licenceUpdate,
  licenceUsage,
  type LicencePlan,
} from '../../common/licence.contract.ts';
import './licence.css';
import { PlanView } from './plan-view.tsx';

interface Chosen {
  fileId: string;
  plan: LicencePlan;
}

/** Uploads a licence: the file, what it would change, and the word to install it. */
export function UploadDialog({ title, onClose }: { title: string; onClose: () => void }): ReactElement {
  const off = useOff();
  const t = useT('licence');
  const { message } = App.useApp();
  const [chosen, setChosen] = useState<Chosen>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const stop = useRef(new AbortController());
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setProblem(undefined);
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (error instanceof FileTooLarge) setProblem(t('upload.kinds'));
      else if (error instanceof CallError)
        setProblem(t('upload.failed', { reason: [error.msg, ...error.issues.map(({ message: one }) => one)].join(' ') }));
      else throw error;
    } finally {
      setBusy(false);
    }
  };
  const look = (file: File): Promise<void> =>
    attempt(async () => {
      setChosen(undefined);
      const { fileId } = await upload(file, 'licence', () => undefined, stop.current.signal);
      setChosen({ fileId, plan: await call(licencePreview, { fileId }, { silent: true }) });
    });
  const install = ({ fileId }: Chosen): Promise<void> =>
    attempt(async () => {
      await call(licenceUpdate, { fileId }, { silent: true });
      void message.success(t('upload.done'));
      await invalidate(licenceGet, licenceUsage, licenceHistory);
      onClose();
    });
  return (
    <Modal
      open
      title={title}
      width={720}
      okText={t('upload.install')}
      okButtonProps={{ ...off(!chosen && 'file'), loading: busy && chosen !== undefined }}
      onOk={() => chosen && void install(chosen)}
      onCancel={onClose}
    >
      <div className="lic-upload">
        <Upload.Dragger
          accept=".lic"
          multiple={false}
          showUploadList={false}
          disabled={busy}
          beforeUpload={(file) => {
            void look(file);
            return Upload.LIST_IGNORE;
          }}
        >
          {!chosen && (
            <p>
              <InboxOutlined aria-hidden="true" />
            </p>
          )}
          <p>{chosen ? t('import.again') : t('upload.drop')}</p>
          <p>{t('upload.kinds')}</p>
        </Upload.Dragger>
        {problem !== undefined && <Alert type="error" showIcon role="alert" title={problem} />}
        {chosen && <PlanView plan={chosen.plan} />}
      </div>
    </Modal>
  );
}
