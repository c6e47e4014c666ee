import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { downloadFile } from '#kit/common/files/file.contract.ts';
import { useMay } from '#kit/console/action/use-may.ts';
import { callRaw } from '#kit/console/call/call.ts';
import { FileButton } from '#kit/console/files/file-button.tsx';
import { useObjectAddress } from '#kit/console/files/use-object-address.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { appIcon } from '../../common/app.contract.ts';
import '../apps.css';

/** What is known of the icon of an app. */
interface IconOwner {
  readonly id: string;
  readonly iconId: string | null;
  readonly hasIcon: boolean;
}

/** The address of an icon: of the app, or of a picture that was just uploaded and not saved yet. */
function useIcon(of: IconOwner | undefined, fileId: string | null): string | undefined {
  const may = useMay()(appIcon);
  const isNew = fileId !== null && fileId !== of?.iconId;
  // What was taken away is still stored: the icon of the package is not read in its place before it is.
  const isStored = of?.hasIcon === true && may && fileId === of.iconId;
  const { data } = useQuery({
    queryKey: ['app-icon', of?.id, fileId],
    queryFn: async ({ signal }) => {
      const options = { silent: true, signal };
      const answer = isNew ? await callRaw(downloadFile, { fileId }, options) : await callRaw(appIcon, { id: of?.id ?? '' }, options);
      return answer.blob();
    },
    enabled: isNew || isStored,
    staleTime: 300_000,
  });
  const address = useObjectAddress(data);
  return isNew || isStored ? address : undefined;
}

/** The icon of an app, or the first letter of its name. */
export function AppIcon({ of, name }: { of: IconOwner; name: string }): ReactElement {
  return <IconPicture address={useIcon(of, of.iconId)} letter={name.slice(0, 1)} />;
}

function IconPicture({ address, letter }: { address: string | undefined; letter: string }): ReactElement {
  return address === undefined ? (
    <span className="apps-icon" aria-hidden="true">
      {letter}
    </span>
  ) : (
    <img className="apps-icon" src={address} alt="" />
  );
}

interface AppIconInputProps {
  readonly of?: IconOwner | undefined;
  readonly id?: string;
  readonly value?: string | null;
  readonly disabled?: boolean;
  readonly onChange?: (fileId: string | null) => void;
}

/** Chooses the icon of an app. */
export function AppIconInput({ of, id, value = null, disabled = false, onChange }: AppIconInputProps): ReactElement {
  const t = useT('apps');
  const address = useIcon(of, value);
  return (
    <span className="apps-icon-input">
      <IconPicture address={address} letter="" />
      <FileButton
        {...(id !== undefined && { id })}
        purpose="appIcon"
        accept="image/png,image/jpeg,image/webp"
        disabled={disabled}
        mistake={t('app.iconMistake')}
        sent={({ fileId }) => onChange?.(fileId)}
      >
        {t('app.chooseIcon')}
      </FileButton>
      {value !== null && (
        <Button type="text" disabled={disabled} onClick={() => onChange?.(null)}>
          {t('app.removeIcon')}
        </Button>
      )}
    </span>
  );
}
