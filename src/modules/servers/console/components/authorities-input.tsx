import { UploadOutlined } from '@ant-design/icons';
import { Button, Input, Upload } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';

interface AuthoritiesInputProps {
  id?: string;
  value?: string | null;
  onChange?: (value: string | null) => void;
}

/** A certificate that is no text, as text: lines of 64 letters between its marks. */
function pemOf(bytes: Uint8Array): string {
  const letters = btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));
  return `-----BEGIN CERTIFICATE-----\n${letters.replaceAll(/.{64}(?!$)/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
}

/** Certificates of authorities: typed, or read from a file (PEM or DER). */
export function AuthoritiesInput({ id, value, onChange }: AuthoritiesInputProps): ReactElement {
  const t = useT('servers');
  const read = async (file: File): Promise<void> => {
    const bytes = new Uint8Array(await file.arrayBuffer());
    onChange?.(bytes[0] === 0x30 ? pemOf(bytes) : new TextDecoder().decode(bytes));
  };
  return (
    <>
      <Input.TextArea
        {...(id !== undefined && { id })}
        rows={4}
        value={value ?? ''}
        onChange={(event) => onChange?.(event.target.value === '' ? null : event.target.value)}
      />
      <Upload
        accept=".pem,.crt,.cer,.der"
        showUploadList={false}
        beforeUpload={(file) => {
          void read(file);
          // It is read here and travels with the form.
          return Upload.LIST_IGNORE;
        }}
      >
        <Button size="small" icon={<UploadOutlined aria-hidden="true" />}>
          {t('form.caFile')}
        </Button>
      </Upload>
    </>
  );
}
