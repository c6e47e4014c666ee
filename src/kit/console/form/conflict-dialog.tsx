import { Button, Modal } from 'antd';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '../i18n/use-t.ts';
import { useWords } from '../page/subject.ts';
import { textOf } from '../table/cell.tsx';
import { pickerSources } from '../pickers/picker-source.ts';
import { useNames } from '../pickers/use-names.ts';
import { sameValue, type FormValues } from './form-values.ts';

interface ConflictProps {
  /** What was sent: the changed fields. */
  mine: Readonly<Record<string, unknown>>;
  /** What stands now, as the form's fields hold it. */
  theirs: FormValues;
  takeTheirs: () => void;
  keepMine: () => void;
  close: () => void;
}

/** Two people changed one object: both versions field by field, and the choice between them. Nothing typed is lost before it is made. */
export function ConflictDialog({ mine, theirs, takeTheirs, keepMine, close }: ConflictProps): ReactElement {
  const t = useT('kit');
  const words = useWords();
  const [language] = useLanguage();
  const names = Object.keys(mine).filter((name) => name !== 'id' && name !== 'version');
  const ids = [...new Set(names.flatMap((name) => [...idsIn(mine[name]), ...idsIn(theirs[name])]))];
  const { employee, department } = pickerSources();
  const people = useNames('employee', employee, ids);
  const departments = useNames('department', department, ids);
  const nameOf = (id: string): string | undefined => people.get(id)?.name ?? departments.get(id)?.name;
  const show = (name: string, value: unknown): string => textOf(named(value, nameOf), undefined, { language, words, field: name });
  return (
    <Modal
      open
      title={t('conflict.title')}
      onCancel={close}
      width={720}
      footer={
        <div className="whk-form-foot">
          <Button onClick={close}>{t('form.stay')}</Button>
          <Button onClick={takeTheirs}>{t('conflict.takeTheirs')}</Button>
          <Button type="primary" onClick={keepMine}>
            {t('conflict.keepMine')}
          </Button>
        </div>
      }
    >
      <p>{t('conflict.text')}</p>
      <table className="whk-versions">
        <thead>
          <tr>
            <th scope="col">{t('conflict.field')}</th>
            <th scope="col">{t('conflict.mine')}</th>
            <th scope="col">{t('conflict.theirs')}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name} data-differs={!sameValue(mine[name], theirs[name])}>
              <th scope="row">{words.field(name)}</th>
              <td>{show(name, mine[name])}</td>
              <td>{show(name, theirs[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Modal>
  );
}

/** What looks like an id in a value, however deep. */
function idsIn(value: unknown): string[] {
  if (typeof value === 'string') return idPattern.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsIn) : [];
}

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A value with names in place of ids, where they are known; what stands for a department or a person is read by its name alone. */
function named(value: unknown, nameOf: (id: string) => string | undefined): unknown {
  if (typeof value === 'string') return nameOf(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => named(one, nameOf));
  if (typeof value !== 'object' || value === null) return value;
  const name = idsIn(value)
    .map(nameOf)
    .find((one) => one !== undefined);
  return name === undefined ? value : { name };
}
