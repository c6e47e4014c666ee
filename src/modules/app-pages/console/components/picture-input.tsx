import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { call, callRaw } from '#kit/console/call/call.ts';
import { FileButton, pictureTypes } from '#kit/console/files/file-button.tsx';
import { useObjectAddress } from '#kit/console/files/use-object-address.ts';
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
  const address = useObjectAddress(data);
  if (fileId === null) return <span className="pages-none">{t('advert.noPicture')}</span>;
  return address === undefined ? (
    <span className="pages-none" />
  ) : (
    <img className={small ? 'pages-small' : 'pages-picture'} src={address} alt="" />
  );
}

interface PictureInputProps {
  readonly id?: string;
  readonly value?: string | null;
  readonly disabled?: boolean;
  readonly onChange?: (fileId: string | null) => void;
}

/** Chooses a picture: it is uploaded, made again by the server, and named by what was kept. */
export function PictureInput({ id, value = null, disabled = false, onChange }: PictureInputProps): ReactElement {
  const t = useT('app-pages');
  return (
    <span className="pages-picture-input" {...(id !== undefined && { id })}>
      <Picture fileId={value} />
      <FileButton
        purpose="advert"
        accept={pictureTypes}
        disabled={disabled}
        mistake={t('advert.pictureMistake')}
        sent={async (file) => onChange?.((await call(pictureAdd, { fileId: file.fileId }, { silent: true })).fileId)}
      >
        {t('advert.choosePicture')}
      </FileButton>
    </span>
  );
}
