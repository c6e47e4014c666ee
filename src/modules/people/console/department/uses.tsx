import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { numberText } from '#kit/console/table/formats.ts';
import type { DepartmentUses } from '../../common/department.contract.ts';
import '../people.css';

interface UsesProps {
  /** `refused` says why the caller may not let them name another department. */
  uses: readonly (DepartmentUses & { refused?: string | null })[];
  /** What is said where there are none. */
  none: string;
}

/** What names a department, by its sort. */
export function Uses({ uses, none }: UsesProps): ReactElement {
  const t = useT('user-centre');
  const [language] = useLanguage();
  if (uses.length === 0) return <p className="uc-soft">{none}</p>;
  return (
    <ul className="uc-uses">
      {uses.map(({ kind, title, count, objects, refused }) => (
        <li key={kind}>
          <strong>
            {title} <span className="whk-tag">{numberText(count, language)}</span>
          </strong>
          {objects.length > 0 && (
            <span>
              {objects.map(({ name }) => name).join(', ')}
              {objects.length < count && ' …'}
            </span>
          )}
          {objects.length === 0 && <span className="uc-soft">{t('department.usesHidden')}</span>}
          {refused && <em>{refused}</em>}
        </li>
      ))}
    </ul>
  );
}
