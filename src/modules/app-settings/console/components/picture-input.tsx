import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { downloadFile } from '#kit/common/files/file.contract.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { callRaw } from '#kit/console/call/call.ts';
import { FileButton } from '#kit/console/files/file-button.tsx';
import { useObjectAddress } from '#kit/console/files/use-object-address.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { loginPagePicture } from '../../common/document.contract.ts';
import './settings.css';

/** The address of a picture of a login page; of one that was just uploaded and not saved yet too. */
export function usePicture(appId: string, fileId: string | null): string | undefined {
  const { data } = useQuery({
    queryKey: ['login-picture', appId, fileId],
    queryFn: async ({ signal }) => {
      const named = { fileId: fileId ?? '' };
      const options = { silent: true, signal };
      const saved = await callRaw(loginPagePicture, { appId, ...named }, options).catch((error: unknown) => {
        if (error instanceof CallError) return undefined;
        throw error;
      });
      return (saved ?? (await callRaw(downloadFile, named, options))).blob();
    },
    enabled: fileId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const address = useObjectAddress(data);
  return fileId === null ? undefined : address;
}

interface PictureInputProps {
  appId: string;
  label: string;
  value: string | null;
  onChange: (fileId: string | null) => void;
}

/** Chooses a picture of a login page. */
export function PictureInput({ appId, label, value, onChange }: PictureInputProps): ReactElement {
  const t = useT('app-settings');
  const address = usePicture(appId, value);
  return (
    <span className="settings-bar">
      {address !== undefined && <img className="settings-picture" src={address} alt={label} />}
      <FileButton
        purpose="loginPage"
        accept="image/png,image/jpeg,image/webp"
        aria-label={`${t('loginPage.choose')} · ${label}`}
        mistake={t('loginPage.pictureMistake')}
        sent={({ fileId }) => onChange(fileId)}
      >
        {t('loginPage.choose')}
      </FileButton>
      {value !== null && (
        <Button type="text" aria-label={`${t('factor.remove')} · ${label}`} onClick={() => onChange(null)}>
          {t('factor.remove')}
        </Button>
      )}
    </span>
  );
}
