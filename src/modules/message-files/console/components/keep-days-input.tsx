import { Button, InputNumber } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { useSave } from '#kit/console/form/use-save.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { bytesText } from '#kit/console/table/formats.ts';
import { fileConfigEstimate, type KeepDays } from '../../common/file-config.contract.ts';
import { fileKinds } from '../../common/words.ts';
import './files.css';

interface KeepDaysInputProps {
  value?: KeepDays | undefined;
  onChange?: (value: KeepDays) => void;
}

/** Days for which files of each kind are kept, and what that would end now. */
export function KeepDaysInput({ value, onChange }: KeepDaysInputProps): ReactElement | null {
  const t = useT('message-files');
  const [language] = useLanguage();
  const base = useId();
  const [found, setFound] = useState<Reply<typeof fileConfigEstimate>>();
  const { save, saving } = useSave(fileConfigEstimate, { message: null, onSaved: setFound });
  if (!value) return null;
  return (
    <>
      <div className="mf-matrix">
        {fileKinds.map((kind) => (
          <div key={kind}>
            <label htmlFor={`${base}${kind}`}>{t(`imFile.kind.${kind}`)}</label>
            <InputNumber
              id={`${base}${kind}`}
              min={0}
              max={3650}
              precision={0}
              value={value[kind]}
              onChange={(next) => {
                setFound(undefined);
                if (typeof next === 'number') onChange?.({ ...value, [kind]: next });
              }}
            />
          </div>
        ))}
      </div>
      <Button loading={saving} onClick={() => void save({ keepDays: value })}>
        {t('estimate.ask')}
      </Button>
      {found && (
        <ul className="mf-effect" role="status">
          {found.kinds.map(({ kind, files, bytes, held }) => (
            <li key={kind}>{t('estimate.row', { kind: t(`imFile.kind.${kind}`), files, bytes: bytesText(bytes, language), held })}</li>
          ))}
        </ul>
      )}
    </>
  );
}
