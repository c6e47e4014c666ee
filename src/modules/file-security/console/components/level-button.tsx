import { Button, Select } from 'antd';
import { useState, type ReactElement } from 'react';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { fileLevel, type MarkedFile } from '../../common/decision.contract.ts';
import { levels, type Level } from '../../common/words.ts';
import { levelSubject } from '../subjects.ts';

const F = fieldsOf(fileLevel.input);

/** Sets how secret a file is, also down, or holds it back from everybody; for a reason that is written down. */
export function LevelButton({ file, onSaved }: { file: MarkedFile; onSaved: () => void }): ReactElement | null {
  const t = useT('file-security');
  const { granted, name } = useActionName(fileLevel);
  const [open, setOpen] = useState(false);
  if (!granted) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{name}</Button>
      {open && (
        <SubjectContext value={levelSubject}>
          <FormDialog
            endpoint={fileLevel}
            title={`${name} · ${file.name}`}
            initial={{ fileIds: [file.id], level: file.level, held: file.held, reason: '' }}
            onSaved={onSaved}
            onClose={() => setOpen(false)}
          >
            <F.level wide>
              <LevelSelect />
            </F.level>
            <F.held wide help={t('fileLevel.heldHelp')} />
            <F.reason wide />
          </FormDialog>
        </SubjectContext>
      )}
    </>
  );
}

interface LevelSelectProps {
  value?: Level;
  onChange?: (value: Level) => void;
  disabled?: boolean;
  id?: string;
}

/** One of the levels of secrecy. */
export function LevelSelect({ value = 1, onChange, disabled = false, ...rest }: LevelSelectProps): ReactElement {
  const t = useT('file-security');
  return (
    <Select<Level>
      {...rest}
      disabled={disabled}
      value={value}
      options={levels.map((level) => ({ value: level, label: t(`level.${level}`) }))}
      onChange={(next) => onChange?.(next)}
    />
  );
}
