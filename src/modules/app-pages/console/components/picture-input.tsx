import { useQuery } from '@tanstack/react-query';
import { Button, Upload } from 'antd';
import { useEffect, useState, type ReactElement } from 'react';
import { call, callRaw } from '#kit/console/call/call.ts';
import { CallError } from '#kit/console/call/call-error.ts';
import { upload } from '#kit/console/files/upload.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { pictureAdd, pictureGet } from '../../common/advert.contract.ts';
import './pages.css';

/** A picture of an advert; it is read with the session, which a plain address could not send. */
export function Picture({ fileId, small = false }: { fileId: string | null; small?: boolean }): ReactElement {
  const t = useT('app-pages');
  const { data } = useQuery({
    queryKey: ['app-picture', fileId],
    queryFn: async ({ signal }) => (await callRaw(pictureGet, { fileId: fileId ?? '' }, { silent: true, signal })).blob(),
    enabled: fileId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const address = useAddress(data);
  if (fileId === null) return <span className="pages-none">{t('advert.noPicture')}</span>;
  return address === undefined ? (
    <span className="pages-none" />
  ) : (
    <img className={small ? 'pages-small' : 'pages-picture'} src={address} alt="" />
  );
}

function useAddress(blob: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!blob) return undefined;
    const made = URL.createObjectURL(blob);
    // oxlint-disable-next-line react/set-state-in-effect -- the address belongs to the document and is given back below
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return address;
}

interface PictureInputProps {
  readonly id?: string;
  readonly value?: string | null;
  readonly disabled?: boolean;
  readonly onChange?: (fileId: string | null) => void;
}

/** Chooses a picture: it is uploaded, made anew by the server, and named by what was kept. */
export function PictureInput({ id, value = null, disabled = false, onChange }: PictureInputProps): ReactElement {
  const t = useT('app-pages');
  const [state, setState] = useState<'busy' | 'wrong'>();
  const take = async (file: File): Promise<void> => {
    setState('busy');
    try {
      const sent = await upload(file, 'advert', () => undefined, new AbortController().signal);
      const kept = await call(pictureAdd, { fileId: sent.fileId }, { silent: true });
      onChange?.(kept.fileId);
      setState(undefined);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setState('wrong');
    }
  };
  return (
    <span className="pages-picture-input" {...(id !== undefined && { id })}>
      <Picture fileId={value} />
      <Upload
        accept="image/png,image/jpeg,image/webp,image/gif"
        showUploadList={false}
        disabled={disabled}
        beforeUpload={(file) => {
          void take(file);
          return false;
        }}
      >
        <Button disabled={disabled} loading={state === 'busy'}>
          {t('advert.choosePicture')}
        </Button>
      </Upload>
      {state === 'wrong' && <small role="alert">{t('advert.pictureMistake')}</small>}
    </span>
  );
}
