import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { useCan } from '#kit/console/store/granted.ts';
import { numberText } from '#kit/console/table/formats.ts';
import { itemStatistics } from '../../common/item/item.contract.ts';
import { managerPage } from '../../common/permissions.ts';
import './item.css';

const figures = ['open', 'overdue', 'waiting', 'failed', 'failingSystems'] as const;
const bad: ReadonlySet<string> = new Set(['overdue', 'failed', 'failingSystems']);

/** Figures over all pages of to-dos, for whoever may read to-dos. */
export function TodoStrip(): ReactElement | null {
  const can = useCan();
  return can(managerPage.code) ? <Strip /> : null;
}

function Strip(): ReactElement {
  const t = useT('todo-forms');
  const [language] = useLanguage();
  const { data } = useRead(itemStatistics, {});
  return (
    <ul className="tdi-strip" aria-label={t('strip.title')}>
      {figures.map((name) => (
        <li key={name} data-bad={bad.has(name) && (data?.[name] ?? 0) > 0}>
          <strong>{data ? numberText(data[name], language) : '—'}</strong>
          {t(`strip.${name}`)}
        </li>
      ))}
    </ul>
  );
}
