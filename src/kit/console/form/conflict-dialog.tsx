import { Button, Modal } from 'antd';
import type { ReactElement } from 'react';
import { fieldOf } from '../call/call-error.ts';
import { useLanguage, useT } from '../i18n/use-t.ts';
import { useWords } from '../page/subject.ts';
import { textOf } from '../table/cell.tsx';
import { sameValue } from './form-values.ts';

interface ConflictProps {
  /** What was sent: the changed fields. */
  mine: Readonly<Record<string, unknown>>;
  /** What stands now. */
  current: unknown;
  takeTheirs: () => void;
  keepMine: () => void;
  close: () => void;
}

/** Two people changed one object: both versions field by field, and the choice between them. Nothing typed is lost before it is made. */
export function ConflictDialog({ mine, current, takeTheirs, keepMine, close }: ConflictProps): ReactElement {
  const t = useT('kit');
  const words = useWords();
  const [language] = useLanguage();
  const names = Object.keys(mine).filter((name) => name !== 'id' && name !== 'version' && !name.endsWith('Id'));
  const show = (name: string, value: unknown): string => textOf(value, undefined, { language, words, field: name });
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
            <tr key={name} data-differs={!sameValue(mine[name], fieldOf(current, name))}>
              <th scope="row">{words.field(name)}</th>
              <td>{show(name, mine[name])}</td>
              <td>{show(name, fieldOf(current, name))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Modal>
  );
}
