import { UploadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { downloadFile } from '#kit/common/files/file.contract.ts';
import { callRaw } from '#kit/console/call/call.ts';
import { FileButton } from '#kit/console/files/file-button.tsx';
import { useObjectAddress } from '#kit/console/files/use-object-address.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import '../accounts.css';

interface LogoInputProps {
  id?: string;
  value?: string | null;
  onChange?: (fileId: string | null) => void;
  /** What is stored: its file, and how it looks. */
  stored?: { readonly fileId: string | null; readonly address: string | null } | undefined;
  optional?: boolean;
}

/** Chooses the picture of a logo; what was just sent is shown as it will be cut. */
export function LogoInput({ id, value = null, onChange, stored, optional = false }: LogoInputProps): ReactElement {
  const t = useT('public-accounts');
  const isNew = value !== null && value !== stored?.fileId;
  const { data } = useQuery({
    queryKey: ['sno-logo', value],
    queryFn: async ({ signal }) => (await callRaw(downloadFile, { fileId: value ?? '' }, { silent: true, signal })).blob(),
    enabled: isNew,
    staleTime: 300_000,
  });
  const sent = useObjectAddress(data);
  const address = value === null ? null : isNew ? sent : stored?.address;
  return (
    <span className="sno-logo-input">
      {address ? <img className="sno-logo" src={address} alt="" /> : <span className="sno-logo" aria-hidden="true" />}
      <span className="sno-logo-choose">
        <FileButton
          {...(id !== undefined && { id })}
          purpose="snoLogo"
          accept="image/png,image/jpeg,image/webp"
          icon={<UploadOutlined aria-hidden="true" />}
          sent={({ fileId }) => onChange?.(fileId)}
        >
          {t('logo.upload')}
        </FileButton>
        {optional && value !== null && (
          <Button type="text" onClick={() => onChange?.(null)}>
            {t('logo.remove')}
          </Button>
        )}
        <small>{t('logo.hint')}</small>
      </span>
    </span>
  );
}
