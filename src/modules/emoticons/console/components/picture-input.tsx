import { UploadOutlined } from '@ant-design/icons';
import { Button, Upload } from 'antd';
import { useState, type ReactElement } from 'react';
import { call } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { upload } from '#kit/console/files/upload.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { emoticonUpload } from '../../common/emoticon.contract.ts';
import './emoticons.css';

interface PictureInputProps {
  id?: string;
  value?: string | null;
  onChange?: (picture: string) => void;
  /** What is shown until another one is sent. */
  before?: string | null | undefined;
}

/** The picture of an emoticon: sent, made anew by the server, and shown as terminals show it standing still. */
export function PictureInput({ id, onChange, before }: PictureInputProps): ReactElement {
  const t = useT('emoticons');
  const [still, setStill] = useState<string>();
  const [sending, setSending] = useState(false);
  const send = async (file: File): Promise<void> => {
    setSending(true);
    try {
      const { fileId } = await upload(file, 'emoticon', () => undefined, new AbortController().signal);
      const made = await call(emoticonUpload, { fileId });
      setStill(made.still);
      onChange?.(made.picture);
    } catch (error) {
      // What was refused was said already.
      if (!(error instanceof CallError)) throw error;
    } finally {
      setSending(false);
    }
  };
  const shown = still ?? before;
  return (
    <div className="em-input">
      {shown && <img className="em-cover" src={shown} alt={t('emoticon.field.picture')} />}
      <Upload
        accept="image/png,image/webp,image/gif"
        showUploadList={false}
        beforeUpload={(file) => {
          void send(file);
          return Upload.LIST_IGNORE;
        }}
      >
        <Button {...(id && { id })} icon={<UploadOutlined aria-hidden="true" />} loading={sending}>
          {t('picture.upload')}
        </Button>
      </Upload>
      <small>{t('picture.hint')}</small>
    </div>
  );
}
