import { Button, Modal } from 'antd';
import type { ReactElement } from 'react';
import { useLanguage, useT } from '../i18n/use-t.ts';
import { useWords } from '../page/subject.ts';
import { textOf } from '../table/cell.tsx';
import { shownName } from '../pickers/use-names.ts';
import { sameValue, type FormValues } from './form-values.ts';

interface ConflictProps {
  /** What was sent: the changed fields. */
  mine: Readonly<Record<string, unknown>>;
  /** What stands now, as the form's fields hold it. */
  theirs: FormValues;
  /** The object as the server answered it: tells the names of what fields refer to. */
  current: unknown;
  takeTheirs: () => void;
  keepMine: () => void;
  close: () => void;
}

/** Two people changed one object: both versions field by field, and the choice between them. Nothing typed is lost before it is made. */
export function ConflictDialog({ mine, theirs, current, takeTheirs, keepMine, close }: ConflictProps): ReactElement {
  const t = useT('kit');
  const words = useWords();
  const [language] = useLanguage();
  const names = Object.keys(mine).filter((name) => name !== 'id' && name !== 'version');
  const known = namesIn(current);
  const show = (name: string, value: unknown): string =>
    textOf(
      named(value, (id) => known.get(id) ?? shownName(id)),
      undefined,
      { language, words, field: name },
    );
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

/** Names by id, from everything in an answer that carries both. */
function namesIn(answer: unknown, found = new Map<string, string>()): Map<string, string> {
  if (typeof answer !== 'object' || answer === null) return found;
  const name: unknown = Reflect.get(answer, 'name');
  if (typeof name === 'string') for (const id of idsOf(answer)) found.set(id, name);
  for (const part of Object.values(answer)) namesIn(part, found);
  return found;
}

/** Ids that an object carries: its own, or that of what it stands for (`departmentId`). */
const idsOf = (value: object): string[] =>
  Object.entries(value).flatMap(([key, id]) => (/^id$|Id$/.test(key) && typeof id === 'string' ? [id] : []));

/** A value with names in place of ids, where they are known. */
function named(value: unknown, nameOf: (id: string) => string | undefined): unknown {
  if (typeof value === 'string') return nameOf(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => named(one, nameOf));
  if (typeof value !== 'object' || value === null || 'name' in value) return value;
  const name = idsOf(value)
    .map(nameOf)
    .find((one) => one !== undefined);
  return name === undefined ? value : { name };
}
