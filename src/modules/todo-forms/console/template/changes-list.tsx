import { Tag } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { FormChange } from '../../common/form/changes.ts';
import './template.css';

/** What differs between two contents, in words; what breaks something first. */
export function ChangesList({ changes }: { changes: readonly FormChange[] }): ReactElement {
  const t = useT('todo-forms');
  if (changes.length === 0) return <p>{t('change.none')}</p>;
  return (
    <ul className="tdt-list">
      {changes.map((one, at) => (
        <li key={at}>
          {one.breaking && <Tag color="error">{t('change.breaking')}</Tag>}
          <span>{t(`change.${one.what}`, { code: one.code, from: one.from, to: one.to })}</span>
        </li>
      ))}
    </ul>
  );
}
