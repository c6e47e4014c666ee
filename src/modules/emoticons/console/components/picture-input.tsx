import { UploadOutlined } from '@ant-design/icons';
import { useState, type ReactElement } from 'react';
import { call } from '#kit/console/call/call.ts';
import { FileButton } from '#kit/console/files/file-button.tsx';
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

/** The picture of an emoticon: sent, made again by the server, and shown as terminals show it standing still. */
export function PictureInput({ id, onChange, before }: PictureInputProps): ReactElement {
  const t = useT('emoticons');
  const [still, setStill] = useState<string>();
  const shown = still ?? before;
  return (
    <div className="em-input">
      {shown && <img className="em-cover" src={shown} alt={t('emoticon.field.picture')} />}
      <FileButton
        {...(id && { id })}
        purpose="emoticon"
        accept="image/png,image/webp,image/gif"
        icon={<UploadOutlined aria-hidden="true" />}
        sent={async ({ fileId }) => {
          const made = await call(emoticonUpload, { fileId });
          setStill(made.still);
          onChange?.(made.picture);
        }}
      >
        {t('picture.upload')}
      </FileButton>
      <small>{t('picture.hint')}</small>
    </div>
  );
}
