import type { ReactElement } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { call } from '#kit/console/call/call.ts';
import { FileButton, pictureTypes } from '#kit/console/files/file-button.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { invalidate } from '#kit/console/page/query.ts';
import { contentList, material, materialReplace, materialUpload } from '../../common/material.contract.ts';
import { limits, uploadPurpose } from '../../common/words.ts';

interface ReplaceButtonProps {
  snoId: string;
  picture: { readonly id: string; readonly version: number };
}

/** Gives a picture another content; what was published or sent keeps the old one. */
export function ReplaceButton({ snoId, picture: { id, version } }: ReplaceButtonProps): ReactElement | null {
  const t = useT('public-content');
  const { granted, name } = useActionName(materialReplace);
  if (!granted) return null;
  return (
    <FileButton
      purpose={uploadPurpose}
      accept={pictureTypes}
      mostBytes={limits.image}
      tooLarge={t('material.types')}
      type="text"
      sent={async (sent) => {
        const { fileId } = await call(materialUpload, { snoId, kind: 'image', fileId: sent.fileId });
        await call(materialReplace, { id, version, fileId });
        await invalidate(material.list, material.get, contentList);
      }}
    >
      {name}
    </FileButton>
  );
}
