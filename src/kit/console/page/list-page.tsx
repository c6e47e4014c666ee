import { ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useCallback, useState, type ReactElement, type ReactNode } from 'react';
import { addressOf } from '#kit/common/contract.ts';
import { useT } from '../i18n/use-t.ts';
import { later } from '../shell/later.tsx';
import { ColumnMenu } from '../table/column-menu.tsx';
import type { Column } from '../table/column.ts';
import { DataTable } from '../table/data-table.tsx';
import { Pager } from '../table/pager.tsx';
import { useColumns } from '../table/use-columns.ts';
import { useRowName } from '../table/use-row-name.ts';
import './page.css';
import { ChipsContext, type ChipText, type ChipTexts } from '../object/chips.ts';
import { ListContext } from './move-place.tsx';
import { PageFrame } from './page-frame.tsx';
import { SubjectContext, useWords, type Subject } from './subject.ts';
import type { AnyList } from './use-list.ts';
import type { Selection } from './use-selection.ts';
import { ViewsMenu } from './views.tsx';

// Fetched with the first filter that is set.
const FilterChips = later('filter-chips', async () => (await import('../object/filter-chips.tsx')).FilterChips, null);

/** What a list's panel shows. */
export interface ListPanelProps<Row extends object, S extends Subject> {
  subject: S;
  list: AnyList<Row>;
  columns: readonly Column<Row, S>[];
  /** Filters beside one another: `<SearchFilter/>`, `<EnumFilter/>` and their like. */
  filters?: ReactNode;
  /** Shown while rows are selected. */
  bulk?: (selection: Selection<Row>) => ReactNode;
  rowActions?: (row: Row) => ReactNode;
  onOpen?: (row: Row) => void;
  empty?: ReactNode;
  /** Stands over the rows: that there are newer ones. */
  notice?: ReactNode;
  /** In place of the pager. */
  foot?: ReactNode;
}

/** A list with its filters, views, columns and pager: the body of a list page, or of a tab. */
export function ListPanel<Row extends object, S extends Subject>(props: ListPanelProps<Row, S>): ReactElement {
  const { subject, list, columns, filters, bulk, rowActions, onOpen, empty, notice, foot } = props;
  const t = useT('kit');
  const words = useWords(subject);
  const choice = useColumns<Row, S>(columns, `${addressOf(list.endpoint)}.${subject.kind}`, subject);
  const picked = list.selection.ids.length;
  const nameOf = useRowName(choice.shown[0], subject);
  const [texts, setTexts] = useState<ChipTexts>({});
  const tell = useCallback((name: string, chip: ChipText) => setTexts((before) => ({ ...before, [name]: chip })), []);
  return (
    <SubjectContext value={subject}>
      <ListContext value={list}>
        <section className="whk-panel" aria-label={words.kind()}>
          <div className="whk-toolbar">
            <div className="whk-filters" role="search" aria-label={t('filters.label')}>
              <ChipsContext value={tell}>{filters}</ChipsContext>
            </div>
            <div className="whk-list-tools">
              <ViewsMenu list={list} />
              <ColumnMenu choice={choice} />
              <Button
                type="text"
                icon={<ReloadOutlined spin={list.refreshing} />}
                aria-label={t('list.reload')}
                title={t('list.reload')}
                onClick={() => void list.reload()}
              />
            </div>
          </div>
          {list.filtered && <FilterChips list={list} texts={texts} />}
          {notice}
          {/* It scrolls sideways when columns need more room, and can then be reached by keyboard through the buttons in its rows. */}
          <div className="whk-scroll">
            <DataTable
              list={list}
              columns={choice.shown}
              label={words.kind()}
              density={choice.looks.density}
              nameOf={nameOf}
              onOpen={onOpen}
              rowActions={rowActions}
              selectable={bulk !== undefined}
              empty={empty}
            />
          </div>
          {/* Below the rows and over their end: what is selected stays where it was when the bar comes. */}
          {bulk && picked > 0 && (
            <div className="whk-bulk" role="region" aria-label={t('list.selected', { count: picked })}>
              <strong role="status">{t('list.selected', { count: picked })}</strong>
              {bulk(list.selection)}
              <Button type="link" onClick={list.selection.clear}>
                {t('list.clear')}
              </Button>
            </div>
          )}
          {foot ?? <Pager list={list} />}
        </section>
      </ListContext>
    </SubjectContext>
  );
}

interface ListPageProps<Row extends object, S extends Subject> extends ListPanelProps<Row, S> {
  title: string;
  help?: string;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** Stands beside the list: a tree of departments. */
  aside?: ReactNode;
  /** What the aside is. */
  asideTitle?: string;
  /** Drawers and dialogs of the page. */
  children?: ReactNode;
}

/** A page that is a list (level 2): title, actions, perhaps something beside it, and the list itself. */
export function ListPage<Row extends object, S extends Subject>(props: ListPageProps<Row, S>): ReactElement {
  const { title, help, actions, aside, asideTitle, children, ...panel } = props;
  return (
    <SubjectContext value={panel.subject}>
      <PageFrame title={title} help={help} actions={actions} aside={aside} asideTitle={asideTitle}>
        <ListPanel {...panel} />
        {children}
      </PageFrame>
    </SubjectContext>
  );
}
