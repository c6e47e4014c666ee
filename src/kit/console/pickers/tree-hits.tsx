import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useT } from '../i18n/use-t.ts';
import { ErrorState } from '../states/error-state.tsx';
import type { PickerSource } from './picker-source.ts';
import { useSettled } from './use-settled.ts';

interface TreeHitsProps {
  source: PickerSource;
  /** Name of the tree, part of the cache's key. */
  tree: string;
  text: string;
  onChoose: (id: string) => void;
}

/** What a search found anywhere in the tree. */
export function TreeHits({ source, tree, text, onChoose }: TreeHitsProps): ReactElement {
  const t = useT('kit');
  const calm = useSettled(text);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['picker', 'tree', tree, calm],
    queryFn: ({ signal }) => source.search(calm, signal),
    placeholderData: (before) => before,
  });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  return (
    <>
      <span className="wh-hidden" role="status">
        {data && !isFetching && t('list.total', { total: data.length })}
      </span>
      <ul className="whk-hits" aria-busy={isFetching}>
        {data?.map((choice) => (
          <li key={choice.id}>
            <button type="button" disabled={choice.disabled !== undefined} onClick={() => onChoose(choice.id)}>
              {choice.name}
              {(choice.disabled ?? choice.detail) && <small>{choice.disabled ?? choice.detail}</small>}
            </button>
          </li>
        ))}
        {data?.length === 0 && <li className="whk-hits-none">{t('pick.none')}</li>}
      </ul>
    </>
  );
}
