import { useQuery } from '@tanstack/react-query';
import { Button, Upload } from 'antd';
import { useEffect, useState, type ReactElement } from 'react';
import { downloadFile } from '#kit/common/files/file.contract.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { callRaw } from '#kit/console/call/call.ts';
import { upload } from '#kit/console/files/upload.ts';
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
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!data || fileId === null) return undefined;
    const made = URL.createObjectURL(data);
    // oxlint-disable-next-line react/set-state-in-effect -- the address belongs to the document and is given back below
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [data, fileId]);
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
  const [state, setState] = useState<'busy' | 'wrong'>();
  const address = usePicture(appId, value);
  const take = async (file: File): Promise<void> => {
    setState('busy');
    try {
      const { fileId } = await upload(file, 'loginPage', () => undefined, new AbortController().signal);
      onChange(fileId);
      setState(undefined);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setState('wrong');
    }
  };
  return (
    <span className="settings-bar">
      {address !== undefined && <img className="settings-picture" src={address} alt={label} />}
      <Upload
        accept="image/png,image/jpeg,image/webp"
        showUploadList={false}
        beforeUpload={(file) => {
          void take(file);
          return false;
        }}
      >
        <Button loading={state === 'busy'} aria-label={`${t('loginPage.choose')} · ${label}`}>
          {t('loginPage.choose')}
        </Button>
      </Upload>
      {value !== null && (
        <Button type="text" aria-label={`${t('loginPage.remove')} · ${label}`} onClick={() => onChange(null)}>
          {t('loginPage.remove')}
        </Button>
      )}
      {state === 'wrong' && <small role="alert">{t('loginPage.pictureMistake')}</small>}
    </span>
  );
}
