import type { ReactElement } from 'react';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { Facts } from '#kit/console/page/facts.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { numberText } from '#kit/console/table/formats.ts';
import { tagOverlap, type FanTagDetail } from '../../common/tag.contract.ts';

const days = ['newerThan', 'olderThan', 'readWithin', 'unreadFor'] as const;

/** A tag with its conditions, and the tags with which it shares fans. */
export function TagFacts({ tag }: { tag: FanTagDetail }): ReactElement {
  const t = useT('public-fans');
  const [language] = useLanguage();
  const { data } = useRead(tagOverlap, { id: tag.id });
  const rules = tag.kind === 'rule' ? days.filter((name) => tag[name] !== null) : [];
  return (
    <>
      <Facts
        row={tag}
        facts={[
          { name: 'title' },
          { name: 'kind', as: 'enum' },
          { name: 'group' },
          { name: 'fans', as: 'number' },
          ...(tag.departmentIds.length > 0
            ? [{ name: 'departmentIds' as const, show: () => numberText(tag.departmentIds.length, language) }]
            : []),
          ...(tag.crowdIds.length > 0 ? [{ name: 'crowdIds' as const, show: () => numberText(tag.crowdIds.length, language) }] : []),
          ...rules.map((name) => ({ name, as: 'number' as const })),
          { name: 'createdAt', as: 'time' },
          { name: 'updatedAt', as: 'time' },
        ]}
      />
      <h3>{t('fanTag.overlap')}</h3>
      {data?.list.length === 0 && <p>{t('fan.none')}</p>}
      <ul className="sno-lines">
        {data?.list.map(({ id, title, shared }) => (
          <li key={id}>
            <span>{title}</span>
            <span>{t('fanTag.shared', { count: numberText(shared, language) })}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
