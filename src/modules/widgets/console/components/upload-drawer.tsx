import { Button, Progress, Upload } from 'antd';
import { useState, type ReactElement } from 'react';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FileTooLarge, upload } from '#kit/console/files/upload.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { widget } from '../../common/widget.contract.ts';
import { widgetVersionAdd, widgetVersionDraft, widgetVersionGet, widgetVersionList } from '../../common/widget-version.contract.ts';
import { widgetVersionSubject } from '../subjects.ts';

const F = fieldsOf(widgetVersionDraft);

/** Uploads a package as a new version. */
export function UploadDrawer({ widgetId, onClose }: { widgetId: string; onClose: () => void }): ReactElement {
  const t = useT('widgets');
  return (
    <DrawerForm
      endpoint={widgetVersionAdd}
      subject={widgetVersionSubject}
      initial={{ mode: 'onOpen', notes: null }}
      input={(values) => widgetVersionDraft.parse({ ...values, widgetId })}
      invalidates={[widgetVersionList, widgetVersionGet, widget.get, widget.list]}
      undoable
      onClose={onClose}
    >
      <F.fileId label={t('widgetVersion.upload')}>
        <PackageInput />
      </F.fileId>
      <F.mode />
      <F.notes as="local" />
    </DrawerForm>
  );
}

interface PackageInputProps {
  readonly id?: string;
  readonly onChange?: (fileId: string | undefined) => void;
}

function PackageInput({ id, onChange }: PackageInputProps): ReactElement {
  const t = useT('widgets');
  const kit = useT('kit');
  const [percent, setPercent] = useState<number>();
  const [shown, setShown] = useState<{ name: string; wrong?: string }>();
  const take = async (file: File): Promise<void> => {
    setShown({ name: file.name });
    setPercent(0);
    try {
      const sent = await upload(
        file,
        'widget',
        (done, total) => setPercent(Math.floor((done / Math.max(1, total)) * 100)),
        new AbortController().signal,
      );
      onChange?.(sent.fileId);
    } catch (error) {
      const wrong = error instanceof FileTooLarge ? kit('error.10413') : error instanceof Error ? error.message : '';
      setShown({ name: file.name, wrong });
      onChange?.(undefined);
    } finally {
      setPercent(undefined);
    }
  };
  return (
    <span className="widgets-icon-input">
      <Upload
        {...(id !== undefined && { id })}
        accept=".zip,application/zip"
        showUploadList={false}
        beforeUpload={(file) => {
          void take(file);
          return false;
        }}
      >
        <Button>{t('widgetVersion.choose')}</Button>
      </Upload>
      {shown && <span>{shown.name}</span>}
      {percent !== undefined && <Progress aria-label={t('widgetVersion.uploading', { percent })} percent={percent} />}
      {shown?.wrong && <small role="alert">{shown.wrong}</small>}
    </span>
  );
}
