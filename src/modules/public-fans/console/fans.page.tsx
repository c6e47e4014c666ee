import { Button, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { ImportButton } from '#kit/console/jobs/import-button.tsx';
import { EnumFilter, PickFilter, SearchFilter, TimeFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { PageFrame } from '#kit/console/page/page-frame.tsx';
import { useChosen } from '#kit/console/page/use-chosen.ts';
import { useList, type List } from '#kit/console/page/use-list.ts';
import { DepartmentPicker } from '#kit/console/pickers/pickers.tsx';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { later } from '#kit/console/shell/later.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { AccountPicker, useSnoId } from '#modules/public-accounts/console/public.ts';
import { fanBlock, fanExport, fanGet, fanList, fanRemark, fanStat, fanUnblock, type FanRow } from '../common/fan.contract.ts';
import { fansPage } from '../common/permissions.ts';
import { tagAssign, tagRemove } from '../common/tag.contract.ts';
import './fans.css';
import { FanStat } from './fans/fan-stat.tsx';
import { TagAside } from './fans/tag-aside.tsx';
import type { Target } from './fans/tagging-dialog.tsx';
import { NoAccount } from './no-account.tsx';
import { fanSubject } from './subjects.ts';

const FanDrawer = later('sno-fan-drawer', async () => (await import('./fans/fan-drawer.tsx')).FanDrawer);
const TaggingDialog = later('sno-tagging', async () => (await import('./fans/tagging-dialog.tsx')).TaggingDialog);
const RemarkDialog = later('sno-remark', async () => (await import('./fans/remark-dialog.tsx')).RemarkDialog);
const ImportDialog = later('sno-tag-import', async () => (await import('./fans/import-dialog.tsx')).ImportDialog);

/** Fans of the account on screen, with its tags beside them. */
export default function FansPage(): ReactElement {
  const t = useT('public-fans');
  const title = useCodeName(fansPage.code);
  const snoId = useSnoId();
  if (snoId !== undefined) return <Fans key={snoId} snoId={snoId} title={title} />;
  return (
    <PageFrame title={title} help={t('fan.help')}>
      <AccountPicker />
      <NoAccount />
    </PageFrame>
  );
}

const colours = { following: 'success', left: 'default', blocked: 'error', none: 'default' } as const;
const readings = [fanList, fanGet, fanStat];

interface Asked {
  readonly what: 'tag' | 'untag' | 'remark';
  readonly target: Target;
  readonly count: number;
  readonly remark: string;
}

function Fans({ snoId, title }: { snoId: string; title: string }): ReactElement {
  const t = useT('public-fans');
  const may = useMay();
  const chosen = useChosen();
  const list = useList(fanList, { fixed: { snoId }, searchKey: 'text' });
  const [asked, setAsked] = useState<Asked>();
  const [importing, setImporting] = useState(false);
  const { snoId: _account, ...filter } = list.asked;
  const ofFilter: Target = { filter, expected: list.total };
  const ask = (what: Asked['what'], target: Target, count: number, remark = ''): void => setAsked({ what, target, count, remark });
  const actions = (fan: Pick<FanRow, 'id' | 'name' | 'state' | 'remark'>): ReactElement => (
    <FanActions fan={fan} snoId={snoId} ask={(what) => ask(what, { empIds: [fan.id] }, 1, fan.remark)} />
  );
  return (
    <PageFrame
      title={title}
      help={t('fan.help')}
      asideTitle={t('fan.tagsTitle')}
      aside={
        <TagAside
          snoId={snoId}
          chosen={typeof list.state.filters['tagId'] === 'string' ? list.state.filters['tagId'] : undefined}
          onChoose={(tagId) => list.move({ filters: { tagId }, page: 1 })}
        />
      }
      actions={
        <>
          <ImportButton code={fansPage.button.import} onClick={() => setImporting(true)} />
          <ExportButton endpoint={fanExport} input={(format) => ({ snoId, format, filter })} />
        </>
      }
    >
      <AccountPicker />
      <FanStat snoId={snoId} />
      <ListPanel<FanRow, typeof fanSubject>
        subject={fanSubject}
        list={list}
        columns={columnsOf(t)}
        onOpen={({ id }) => chosen.show(id)}
        filters={<FanFilters list={list} onTagAll={() => ask('tag', ofFilter, list.total)} />}
        rowActions={(fan) => <RowActions name={fan.name}>{actions(fan)}</RowActions>}
        bulk={(selection) => (
          <>
            {may(tagAssign) && (
              <Button onClick={() => ask('tag', { empIds: [...selection.ids] }, selection.ids.length)}>{t('fan.tag')}</Button>
            )}
            {may(tagRemove) && (
              <Button onClick={() => ask('untag', { empIds: [...selection.ids] }, selection.ids.length)}>{t('fan.untag')}</Button>
            )}
            <ActionButton
              endpoint={fanBlock}
              count={selection.ids.length}
              input={() => ({ snoId, empIds: [...selection.ids] })}
              invalidates={readings}
              onDone={selection.clear}
            />
          </>
        )}
        empty={<EmptyState title={t('fan.empty')} hint={t('fan.emptyHint')} />}
      />
      {chosen.id !== undefined && <FanDrawer snoId={snoId} id={chosen.id} actions={actions} onClose={chosen.close} />}
      {asked && <AskedDialog snoId={snoId} asked={asked} onDone={list.selection.clear} onClose={() => setAsked(undefined)} />}
      {importing && <ImportDialog snoId={snoId} onClose={() => setImporting(false)} />}
    </PageFrame>
  );
}

const columnsOf = (t: ReturnType<typeof useT<'public-fans'>>): readonly Column<FanRow, typeof fanSubject>[] => [
  { name: 'name' },
  { name: 'departmentName', sortable: false },
  { name: 'title', sortable: false, optional: true },
  { name: 'mode', as: 'enum', sortable: false },
  { name: 'since', as: 'time' },
  {
    name: 'tags',
    sortable: false,
    wrap: true,
    cell: ({ tags }) => (tags.length === 0 ? '—' : tags.map((tag) => <Tag key={tag.id}>{tag.title}</Tag>)),
  },
  { name: 'lastReadAt', as: 'time' },
  { name: 'reads30', as: 'number', sortable: false },
  { name: 'messages', as: 'number', sortable: false, optional: true },
  { name: 'remark', sortable: false },
  { name: 'state', sortable: false, cell: ({ state }) => <Tag color={colours[state]}>{t(`fan.state.${state}`)}</Tag> },
];

interface FanFiltersProps {
  readonly list: List<FanRow, typeof fanList>;
  readonly onTagAll: () => void;
}

/** Filters of the fans, and tags for all whom they find. */
function FanFilters({ list, onTagAll }: FanFiltersProps): ReactElement {
  const t = useT('public-fans');
  const may = useMay();
  return (
    <>
      <SearchFilter list={list} name="text" />
      <EnumFilter list={list} name="state" />
      <EnumFilter list={list} name="mode" />
      <PickFilter list={list} name="departmentId">
        <DepartmentPicker />
      </PickFilter>
      <EnumFilter list={list} name="neverRead" />
      <EnumFilter list={list} name="hasRemark" />
      <TimeFilter list={list} from="followedFrom" to="followedTo" />
      {may(tagAssign) && list.total > 0 && <Button onClick={onTagAll}>{t('fan.tagFiltered', { count: list.total })}</Button>}
    </>
  );
}

interface AskedDialogProps {
  readonly snoId: string;
  readonly asked: Asked;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** The dialog of what is done with fans: tags given or taken, a remark. */
function AskedDialog({ snoId, asked, onDone, onClose }: AskedDialogProps): ReactElement {
  const { what, target, count, remark } = asked;
  if (what === 'remark') return <RemarkDialog snoId={snoId} empIds={target.empIds ?? []} remark={remark} onClose={onClose} />;
  return <TaggingDialog snoId={snoId} target={target} count={count} gives={what === 'tag'} onDone={onDone} onClose={onClose} />;
}

interface FanActionsProps {
  readonly fan: Pick<FanRow, 'id' | 'name' | 'state' | 'remark'>;
  readonly snoId: string;
  readonly ask: (what: Asked['what']) => void;
}

/** What is done with one fan. */
function FanActions({ fan, snoId, ask }: FanActionsProps): ReactElement {
  const t = useT('public-fans');
  const may = useMay();
  const shared = { type: 'text' as const, names: [fan.name], input: { snoId, empIds: [fan.id] }, invalidates: readings };
  return (
    <>
      {may(tagAssign) && (
        <Button type="text" onClick={() => ask('tag')}>
          {t('fan.tag')}
        </Button>
      )}
      {may(tagRemove) && (
        <Button type="text" onClick={() => ask('untag')}>
          {t('fan.untag')}
        </Button>
      )}
      {may(fanRemark) && (
        <Button type="text" onClick={() => ask('remark')}>
          {t('fan.remarkTitle')}
        </Button>
      )}
      {fan.state === 'blocked' ? <ActionButton endpoint={fanUnblock} {...shared} /> : <ActionButton endpoint={fanBlock} {...shared} />}
    </>
  );
}
