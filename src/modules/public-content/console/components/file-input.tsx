import { UploadOutlined } from '@ant-design/icons';
import { useState, type ReactElement } from 'react';
import { call } from '#kit/console/call/call.ts';
import { FileButton, pictureTypes } from '#kit/console/files/file-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { materialUpload, type ContentFileView } from '../../common/material.contract.ts';
import { limits, uploadPurpose } from '../../common/words.ts';
import { Picture } from './picture.tsx';
import { lasting } from './lasting.ts';

interface FileInputProps {
  snoId: string;
  kind: 'image' | 'video';
  id?: string;
  value?: string | null;
  onChange?: (fileId: string | null) => void;
  disabled?: boolean;
}

/** Uploads the file of a material; the server checks what it is, and says where the same content stands already. */
export function FileInput({ snoId, kind, id, value = null, onChange, disabled = false }: FileInputProps): ReactElement {
  const t = useT('public-content');
  const [kept, setKept] = useState<ContentFileView & { readonly same: readonly { readonly name: string }[] }>();
  const hint = t(kind === 'image' ? 'material.types' : 'material.videoTypes');
  return (
    <span className="mpm-file" {...(id !== undefined && { id })}>
      {value !== null && kind === 'image' && <Picture fileId={value} look="large" />}
      {kept && (
        <small>
          {kept.type} · {kept.width} × {kept.height}
          {kept.seconds !== null && ` · ${lasting(kept.seconds)}`}
        </small>
      )}
      {kept?.same[0] && <small role="status">{t('material.same', { name: kept.same[0].name })}</small>}
      <FileButton
        purpose={uploadPurpose}
        accept={kind === 'image' ? pictureTypes : 'video/mp4'}
        mostBytes={kind === 'image' ? limits.image : limits.video}
        tooLarge={hint}
        mistake={hint}
        disabled={disabled}
        icon={<UploadOutlined aria-hidden="true" />}
        sent={async ({ fileId }) => {
          const file = await call(materialUpload, { snoId, kind, fileId });
          setKept(file);
          onChange?.(file.fileId);
        }}
      >
        {t(`kind.${kind}`)}
      </FileButton>
      <small>{hint}</small>
    </span>
  );
}
