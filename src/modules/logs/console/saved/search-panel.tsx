import { Button } from 'antd';
import { useMemo, useState, type ReactElement } from 'react';
import { Link } from 'react-router';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { writeFilters } from '#kit/console/page/filter-codec.ts';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { wordsOf } from '#kit/console/page/subject.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { operationTerms } from '../../common/operation-log.contract.ts';
import { clientLogin, consoleLogin, operationLog } from '../../common/permissions.ts';
import { searchList, searchRemove, type SavedSearchRow } from '../../common/saved/search.contract.ts';
import { login, operation, savedSearch } from '../subjects.ts';
import { useTimeText } from '../components/use-time-text.ts';
import { atOf } from '../components/at.tsx';

const SearchForm = later('log-search-form', async () => (await import('./search-form.tsx')).SearchForm);

/** Names of audit words, modules and kinds of objects by their codes. */
type Terms = ReadonlyMap<string, string>;

const columnsOf = (terms: Terms): readonly Column<SavedSearchRow, typeof savedSearch>[] => [
  { name: 'name', cell: (row) => <Link to={placeOf(row)}>{row.name}</Link>, width: 220 },
  { name: 'log', as: 'enum', width: 150, sortable: false },
  { name: 'filters', cell: (row) => <Narrowed row={row} terms={terms} />, width: 300, sortable: false },
  { name: 'ownerName', width: 140, sortable: false },
  { name: 'roleNames', as: 'names', width: 150, sortable: false },
  { name: 'reports', as: 'number', width: 100, sortable: false },
  { name: 'updatedAt', as: 'time', cell: ({ updatedAt }) => atOf(updatedAt), width: 160 },
];

const pages = { operation: operationLog, consoleLogin, clientLogin } as const;

/** The list of the log with the filters of a search. */
function placeOf({ log, filters }: SavedSearchRow): string {
  const search = new URLSearchParams();
  writeFilters(search, filters, '');
  return `${pages[log].route}?${search.toString()}`;
}

/** Own searches, and those that are shared with the reader. */
export function SearchPanel(): ReactElement {
  const t = useT('logs');
  const list = useList(searchList, { name: 's.', searchKey: 'text' });
  const [editing, setEditing] = useState<SavedSearchRow>();
  const { data } = useRead(operationTerms, {});
  const columns = useMemo(
    () =>
      columnsOf(new Map([...(data?.words ?? []), ...(data?.modules ?? []), ...(data?.kinds ?? [])].map(({ code, name }) => [code, name]))),
    [data],
  );
  return (
    <>
      <ListPanel
        subject={savedSearch}
        list={list}
        columns={columns}
        filters={
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="log" />
          </>
        }
        rowActions={(row) =>
          row.mine ? (
            <RowActions name={row.name}>
              <Permit code={operationLog.button.saveSearch}>
                <Button type="text" onClick={() => setEditing(row)}>
                  {t('verb.update')}
                </Button>
              </Permit>
              <ActionButton
                endpoint={searchRemove}
                input={{ ids: [row.id] }}
                names={[row.name]}
                confirm="ask"
                invalidates={[searchList]}
                type="text"
                danger
              >
                {t('verb.remove')}
              </ActionButton>
            </RowActions>
          ) : null
        }
        empty={<EmptyState title={t('savedSearch.empty')} hint={t('savedSearch.emptyHint')} />}
      />
      {editing && <SearchForm row={editing} onClose={() => setEditing(undefined)} />}
    </>
  );
}

/** Filters whose values are codes with names of their own. */
const coded = new Set(['word', 'module', 'objectKind']);

/** What a search is narrowed by, in words; of people and departments only that it is. */
function Narrowed({ row, terms }: { row: SavedSearchRow; terms: Terms }): ReactElement {
  const t = useT('logs');
  const timeText = useTimeText();
  const words = wordsOf(row.log === 'operation' ? operation : login);
  const entries = Object.entries(row.filters);
  if (entries.length === 0) return <span className="wl-soft">{t('saved.everything')}</span>;
  const valueOf = (name: string, value: unknown): string => {
    if ((name === 'from' || name === 'to') && typeof value === 'number') return timeText(value);
    return [value]
      .flat()
      .map((one) => (coded.has(name) ? terms.get(String(one)) : undefined) ?? words.value(name, String(one)))
      .join(', ');
  };
  const hidden = new Set(['uid', 'departmentId', 'zone']);
  return (
    <>
      {entries
        .map(([name, value]) => (hidden.has(name) ? words.filter(name) : `${words.filter(name)}: ${valueOf(name, value)}`))
        .join('; ')}
    </>
  );
}
