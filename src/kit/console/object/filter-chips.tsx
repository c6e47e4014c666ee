import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '../i18n/use-t.ts';
import type { ChipTexts } from './chips.ts';
import { isEmpty } from '../page/filter-codec.ts';
import { useWords } from '../page/subject.ts';
import type { AnyList } from '../page/use-list.ts';

/** What a list is narrowed by, each to be taken away by itself, or all of them at once. */
export function FilterChips({ list, texts }: { list: AnyList<object>; texts: ChipTexts }): ReactElement | null {
  const t = useT('kit');
  const words = useWords();
  const { filters } = list.state;
  const told = new Set(Object.values(texts).flatMap((chip) => chip?.and ?? []));
  // The end of a span has no chip of its own; what stands there although its beginning is open has.
  const names = Object.keys(texts).filter(
    (name) => !told.has(name) && [name, texts[name]?.and ?? name].some((one) => !isEmpty(filters[one])),
  );
  if (names.length === 0) return null;
  const clear = (all: readonly string[]): void => list.move({ filters: Object.fromEntries(all.map((name) => [name, undefined])) });
  return (
    <ul className="whk-chips" aria-label={t('filters.set')}>
      {names.map((name) => (
        <li key={name}>
          <span>
            {words.filter(name)} <strong>{texts[name]?.text}</strong>
          </span>
          <button
            type="button"
            aria-label={t('filters.remove', { name: words.filter(name) })}
            title={t('filters.remove', { name: words.filter(name) })}
            onClick={() => clear([name, ...(texts[name]?.and === undefined ? [] : [texts[name].and])])}
          >
            <CloseOutlined aria-hidden="true" />
          </button>
        </li>
      ))}
      <li>
        <Button type="link" size="small" onClick={() => clear(Object.keys(filters))}>
          {t('filters.clearAll')}
        </Button>
      </li>
    </ul>
  );
}
