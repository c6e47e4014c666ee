import { UploadOutlined } from '@ant-design/icons';
import { App, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { pick } from '#kit/common/language.ts';
import { useMay } from '#kit/console/action/use-may.ts';
import { call } from '#kit/console/call/call.ts';
import { FileButton, pictureTypes } from '#kit/console/files/file-button.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { invalidate, useRead } from '#kit/console/page/query.ts';
import { useSettled } from '#kit/console/pickers/use-settled.ts';
import { contentList, material, materialUpload } from '../../common/material.contract.ts';
import { limits, uploadPurpose } from '../../common/words.ts';
import { Picture } from './picture.tsx';

interface PictureChoiceProps {
  snoId: string;
  id?: string;
  value?: string | null | undefined;
  onChange?: (materialId: string | null) => void;
  label?: string;
  disabled?: boolean;
}

/** Chooses a picture of an account by its name, or uploads one, which is then a material too. */
export function PictureChoice({ snoId, id, value, onChange, label, disabled = false }: PictureChoiceProps): ReactElement {
  const t = useT('public-content');
  const [language] = useLanguage();
  const [typed, setTyped] = useState('');
  const text = useSettled(typed);
  const { data, isPending } = useRead(contentList, { snoId, kind: 'image', ...(text !== '' && { text }) });
  const chosen = useRead(contentList, { snoId, kind: 'image', ids: [value ?? ''] }, { enabled: Boolean(value) }).data?.list ?? [];
  const list = [...chosen, ...(data?.list ?? []).filter((one) => one.id !== value)];
  return (
    <span className="mpm-line">
      {value && <Picture fileId={chosen[0]?.fileId ?? null} />}
      <Select<string>
        className="mpm-grow"
        {...(id !== undefined && { id })}
        aria-label={label ?? t('material.picture')}
        placeholder={t('material.picture')}
        disabled={disabled}
        allowClear
        loading={isPending}
        showSearch={{ filterOption: false, onSearch: setTyped }}
        {...(value && { value })}
        options={list.map((one) => ({ value: one.id, label: pick(one.name, language) }))}
        onChange={(next: string | undefined) => onChange?.(next ?? null)}
      />
      <UploadPicture snoId={snoId} disabled={disabled} onAdded={(materialId) => onChange?.(materialId)} />
    </span>
  );
}

/** A button that uploads a picture and adds it to the account's pictures; the same picture is offered instead of added twice. */
function UploadPicture({
  snoId,
  disabled,
  onAdded,
}: {
  snoId: string;
  disabled: boolean;
  onAdded: (materialId: string) => void;
}): ReactElement | null {
  const t = useT('public-content');
  const { modal } = App.useApp();
  const may = useMay()(material.add);
  if (!may) return null;
  return (
    <FileButton
      purpose={uploadPurpose}
      accept={pictureTypes}
      mostBytes={limits.image}
      tooLarge={t('material.types')}
      mistake={t('material.types')}
      disabled={disabled}
      icon={<UploadOutlined aria-hidden="true" />}
      aria-label={t('kind.image')}
      sent={async ({ fileId, name }) => {
        const kept = await call(materialUpload, { snoId, kind: 'image', fileId });
        const [same] = kept.same;
        if (same && !(await modal.confirm({ title: t('material.same', { name: same.name }) }))) return onAdded(same.id);
        const added = await call(material.add, { snoId, kind: 'image', name: name.slice(0, 100), fileId: kept.fileId });
        await invalidate(contentList, material.list);
        onAdded(added.id);
      }}
    >
      {null}
    </FileButton>
  );
}
