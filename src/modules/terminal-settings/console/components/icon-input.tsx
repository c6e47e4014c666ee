import { DeleteOutlined, UploadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { FileButton } from '#kit/console/files/file-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { pictureOf, rememberPicture } from './pictures.ts';

const mostBytes = 1024 * 1024;

interface IconInputProps {
  label: string;
  icons: Readonly<Record<string, string>>;
  value?: string | null;
  onChange?: (value: string | null) => void;
  disabled?: boolean;
}

/** A picture of an entry: uploaded at once, kept with the draft. */
export function IconInput({ label, icons, value = null, onChange, disabled = false }: IconInputProps): ReactElement {
  const t = useT('terminal-settings');
  const address = value === null ? undefined : pictureOf(value, icons);
  return (
    <span className="ts-icon-input">
      {address !== undefined && <img className="ts-icon" src={address} alt={label} />}
      <FileButton
        purpose="navIcon"
        accept="image/png,image/jpeg,image/webp"
        icon={<UploadOutlined aria-hidden="true" />}
        disabled={disabled}
        aria-label={`${t('icon.choose')} · ${label}`}
        mostBytes={mostBytes}
        tooLarge={t('icon.large')}
        sent={({ fileId }, file) => {
          rememberPicture(fileId, file);
          onChange?.(fileId);
        }}
      >
        {t('icon.choose')}
      </FileButton>
      {value !== null && !disabled && (
        <Button
          type="text"
          icon={<DeleteOutlined aria-hidden="true" />}
          aria-label={t('icon.remove', { name: label })}
          onClick={() => onChange?.(null)}
        />
      )}
    </span>
  );
}
