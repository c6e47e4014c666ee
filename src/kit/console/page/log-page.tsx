import { ArrowUpOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import type { z } from 'zod';
import type { Endpoint } from '#kit/common/contract.ts';
import type { MenuResource } from '#kit/common/permission.ts';
import { useLanguage, useT } from '../i18n/use-t.ts';
import { ExportButton } from '../jobs/export-button.tsx';
import { useCodeName } from '../routes/use-code-name.ts';
import { EmptyState } from '../states/empty-state.tsx';
import type { Column } from '../table/column.ts';
import { numberText } from '../table/formats.ts';
import { useRowName } from '../table/use-row-name.ts';
import { DetailDrawer } from './detail-drawer.tsx';
import type { DetailTab } from '../tabs/detail-tabs.tsx';
import { Facts, factsOf, type Fact } from './facts.tsx';
import type { FilterName, LogEndpoint, RowOf } from './list-endpoint.ts';
import { ListPanel } from './list-page.tsx';
import { PageFrame } from './page-frame.tsx';
import './log.css';
import { SpanFilter } from './span-filter.tsx';
import { SubjectContext, useWords, type Subject } from './subject.ts';
import { useChosen } from './use-chosen.ts';
import { useObject, type ObjectEndpoint } from './use-object.ts';
import { idOf } from './use-selection.ts';
import { useSlices, type Slices } from './use-slices.ts';

/** Takes the list's filters (`filter`). */
type LogExportEndpoint = Endpoint<
  z.ZodType<unknown, { format?: 'xlsx' | 'csv' | undefined; filter?: object | undefined }>,
  z.ZodType<{ jobId: string }>
>;

/** A whole page of what happened. */
export interface LogPageProps<E extends LogEndpoint, S extends Subject> {
  /** The page as it is declared: its name as granted is the title. */
  page: MenuResource;
  /** Subject by which everything is labelled; `<kind>.help` and `<kind>.empty` of its catalogue are used where they exist. */
  subject: S;
  list: E;
  /** One row by its id, so that a link to it always works; without it a row is shown as the list knows it. */
  get?: ObjectEndpoint | undefined;
  export?: LogExportEndpoint;
  /** The first column names the row and opens it. */
  columns: readonly Column<RowOf<E>, S>[];
  /** The filter that the search field writes. */
  search?: FilterName<E>;
  /** Filters beside the span of time. */
  filters?: (list: Slices<RowOf<E>> & { readonly endpoint: E }) => ReactNode;
  /** Stands over the list: counts over time. */
  above?: (list: Slices<RowOf<E>> & { readonly endpoint: E }) => ReactNode;
  /** What the drawer shows of a row; the columns unless said. */
  facts?: readonly Fact<RowOf<E>>[];
  /** Stands below the facts: what was changed, a message in full. */
  detail?: (row: RowOf<E>) => ReactNode;
}

/** A page of what happened (level 3): newest first, read on with a cursor, filtered by time, told when there are newer rows. Nothing can be edited. */
export function LogPage<E extends LogEndpoint, S extends Subject>(props: LogPageProps<E, S>): ReactElement {
  const { page, list: endpoint, search, export: sheet, ...panel } = props;
  const words = useWords(panel.subject);
  const title = useCodeName(page.code);
  const list = useSlices<E>(endpoint, search === undefined ? {} : { searchKey: search });
  return (
    <SubjectContext value={panel.subject}>
      <PageFrame
        title={title}
        help={words.own('help')}
        actions={sheet && <ExportButton endpoint={sheet} input={(format) => ({ format, filter: { ...list.asked } })} />}
      >
        <LogPanel {...panel} list={list} />
      </PageFrame>
    </SubjectContext>
  );
}

interface LogPanelProps<E extends LogEndpoint, S extends Subject> extends Omit<LogPageProps<E, S>, 'page' | 'list' | 'search' | 'export'> {
  list: Slices<RowOf<E>> & { readonly endpoint: E };
  /** In place of what the subject says about an empty log. */
  empty?: ReactNode;
}

/** A log with its filters and the drawer of one row: the body of a log page, or of a tab. */
export function LogPanel<E extends LogEndpoint, S extends Subject>(props: LogPanelProps<E, S>): ReactElement {
  const { subject, list, get, columns, filters, above, facts, detail, empty } = props;
  const words = useWords(subject);
  const plain: Slices<object> = list;
  const chosen = useChosen();
  const shown = useObject(get, plain, chosen.id);
  const nameOf = useRowName(columns[0], subject);
  const detailTab = (row: RowOf<E>): DetailTab => ({
    key: 'facts',
    label: words.kind(),
    children: (
      <>
        <Facts row={row} facts={facts ?? factsOf<RowOf<E>>(columns)} />
        {detail && <div className="whk-log-detail">{detail(row)}</div>}
      </>
    ),
  });
  return (
    <>
      <ListPanel<RowOf<E>, S>
        subject={subject}
        list={list}
        columns={columns}
        filters={
          <>
            <SpanFilter list={list} />
            {filters?.(list)}
          </>
        }
        notice={
          <>
            {above?.(list)}
            <NewerRows list={plain} />
          </>
        }
        onOpen={(row) => chosen.show(idOf(row))}
        empty={empty ?? <EmptyState title={words.own('empty')} hint={words.own('emptyHint')} />}
        foot={<LogFoot list={plain} />}
      />
      {chosen.id !== undefined && (
        <DetailDrawer
          key={chosen.id}
          subject={subject}
          read={shown}
          title={nameOf}
          tabs={(object) => [detailTab(object as RowOf<E>)]}
          onClose={chosen.close}
        />
      )}
    </>
  );
}

/** Says that there are newer rows, and brings them; the rows being read stay where they are until then. */
function NewerRows({ list }: { list: Slices<object> }): ReactElement {
  const t = useT('kit');
  const [language] = useLanguage();
  const { count, open } = list.newer;
  return (
    <div className="whk-newer" role="status">
      {count > 0 && !list.loading && (
        <Button type="link" icon={<ArrowUpOutlined aria-hidden="true" />} onClick={() => void list.reload()}>
          {t(open ? 'log.newerMany' : 'log.newer', { count: numberText(count, language) })}
        </Button>
      )}
    </div>
  );
}

/** How much was read, of how much, and the way to older rows. */
function LogFoot({ list }: { list: Slices<object> }): ReactElement | null {
  const t = useT('kit');
  const [language] = useLanguage();
  const number = (value: number): string => numberText(value, language);
  if (list.rows.length === 0 && !list.partial) return null;
  const read = { count: number(list.rows.length), total: number(list.known ?? 0) };
  return (
    <div className="whk-log-foot">
      <span role="status">
        {list.known === undefined || !list.hasMore ? t('log.read', read) : t(list.estimated ? 'log.readAbout' : 'log.readOf', read)}
        {!list.hasMore && ` · ${t('list.end')}`}
        {list.partial && ` · ${t('log.partial')}`}
      </span>
      {list.hasMore && (
        <Button loading={list.readingMore} onClick={() => void list.more()}>
          {t('log.older')}
        </Button>
      )}
    </div>
  );
}
