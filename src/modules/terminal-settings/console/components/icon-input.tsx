import { DeleteOutlined, UploadOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { useRef, type ReactElement } from 'react';
import { useRunning } from '#kit/console/call/use-running.ts';
import { upload } from '#kit/console/files/upload.ts';
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
  const { message } = App.useApp();
  const field = useRef<HTMLInputElement>(null);
  const [sending, run] = useRunning();
  const take = async (file: File): Promise<void> => {
    if (file.size > mostBytes) return void message.error(t('icon.large'));
    await run(async () => {
      const { fileId } = await upload(file, 'navIcon', () => undefined, new AbortController().signal);
      rememberPicture(fileId, file);
      onChange?.(fileId);
    });
  };
  const address = value === null ? undefined : pictureOf(value, icons);
  return (
    <span className="ts-icon-input">
      {address !== undefined && <img className="ts-icon" src={address} alt={label} />}
      <input
        ref={field}
        type="file"
        className="ts-hidden"
        accept="image/png,image/jpeg,image/webp"
        aria-label={label}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) void take(file);
        }}
      />
      <Button icon={<UploadOutlined aria-hidden="true" />} loading={sending} disabled={disabled} onClick={() => field.current?.click()}>
        {t('icon.choose')}
      </Button>
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
