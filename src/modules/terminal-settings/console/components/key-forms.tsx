import { App } from 'antd';
import type { ReactElement } from 'react';
import type { Endpoint } from '#kit/common/contract.ts';
import { downloadFile } from '#kit/common/files/file.contract.ts';
import { listJobs } from '#kit/common/jobs/job.contract.ts';
import { download } from '#kit/console/call/download.ts';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import {
  encryptionExport,
  encryptionRotate,
  encryptionUpdate,
  keyAlgorithms,
  type KeyView,
  type PurposeView,
} from '../../common/encryption.contract.ts';
import { settingSubject } from '../subjects.ts';

const Rotate = fieldsOf(encryptionRotate.input);
const Setting = fieldsOf(encryptionUpdate.input);
const Export = fieldsOf(encryptionExport.input);

interface PurposeFormProps {
  view: PurposeView;
  readings: readonly Endpoint[];
  onClose: () => void;
}

/** A new key for a purpose: what will happen, and whether terminals are waited for. */
export function RotateDialog({ view, readings, onClose }: PurposeFormProps): ReactElement {
  const t = useT('terminal-settings');
  const { message } = App.useApp();
  const { purpose, items, terminals } = view;
  const waits = terminals !== null && terminals.seen > 0;
  return (
    <SubjectContext value={settingSubject}>
      <FormDialog
        endpoint={encryptionRotate}
        title={t('rotate.title', { purpose: t(`encryptionKey.purpose.${purpose}`) })}
        initial={{ force: false }}
        input={({ force }) => ({ purpose, force: force === true })}
        invalidates={[...readings, listJobs]}
        onSaved={({ state, percent }) =>
          void message.info(state === 'pending' ? t('rotate.waits', { percent: percent ?? 0 }) : t('rotate.begun'))
        }
        onClose={onClose}
      >
        <ol className="ts-steps">
          <li>{t('rotate.make', { algorithm: view.algorithm })}</li>
          {waits && <li>{t('rotate.hold')}</li>}
          <li>{t('rotate.write')}</li>
          <li>{items === 0 ? t('rotate.nothing') : t('rotate.move', { items })}</li>
          <li>{t('rotate.retire')}</li>
        </ol>
        {waits && <Rotate.force help={t('rotate.forceHint')} />}
      </FormDialog>
    </SubjectContext>
  );
}

/** When the next key is due, and by what it encrypts. */
export function PurposeDialog({ view, readings, onClose }: PurposeFormProps): ReactElement {
  const t = useT('terminal-settings');
  const { purpose, version, rotateDays, algorithm } = view;
  return (
    <SubjectContext value={settingSubject}>
      <FormDialog
        endpoint={encryptionUpdate}
        title={t(`encryptionKey.purpose.${purpose}`)}
        initial={{ rotateDays, algorithm }}
        input={(all) => {
          const chosen = keyAlgorithms.find((one) => one === all['algorithm']);
          return { purpose, version, rotateDays: Number(all['rotateDays']), ...(chosen && { algorithm: chosen }) };
        }}
        invalidates={readings}
        onClose={onClose}
      >
        <Setting.rotateDays help={t('purpose.daysHint')} />
        <Setting.algorithm help={t('purpose.algorithmHint')} />
      </FormDialog>
    </SubjectContext>
  );
}

/** A key as a file that only its recipient opens. */
export function ExportDialog({ view, onClose }: { view: KeyView; onClose: () => void }): ReactElement {
  const t = useT('terminal-settings');
  return (
    <SubjectContext value={settingSubject}>
      <FormDialog
        endpoint={encryptionExport}
        title={t('export.title', { id: view.keyId })}
        initial={{ recipient: '' }}
        input={({ recipient }) => ({ id: view.id, recipient: String(recipient ?? '').trim() })}
        onSaved={({ fileId, name }) => void download(downloadFile, { fileId }, { fallbackName: name })}
        onClose={onClose}
      >
        <Export.recipient help={t('export.hint')} placeholder="age1…" />
      </FormDialog>
    </SubjectContext>
  );
}
