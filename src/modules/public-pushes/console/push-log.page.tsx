import { Button, Tag } from 'antd';
import type { ReactElement } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, PickFilter, SearchFilter, TimeFilter } from '#kit/console/page/filters.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useList } from '#kit/console/page/use-list.ts';
import { EmployeePicker } from '#kit/console/pickers/pickers.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { numberText } from '#kit/console/table/formats.ts';
import { pick } from '#kit/common/language.ts';
import { useSnoId } from '#modules/public-accounts/console/account-picker.tsx';
import { pushList } from '../common/push.contract.ts';
import type { PushRow } from '../common/push.schema.ts';
import { pushDetailPage, pushLogPage } from '../common/permissions.ts';
import { stateColours } from './components/push-state.tsx';
import { pushSubject } from './subjects.ts';

const PushWizard = later('push-wizard', async () => (await import('./components/push-wizard.tsx')).PushWizard);

/** The address of a push's ledger. */
const ledgerOf = ({ id, snoId }: Pick<PushRow, 'id' | 'snoId'>): string =>
  (pushDetailPage.route ?? '').replace(':pushId', id).replace(':snoId', snoId);

/** Every push of the chosen account. `?push=kind:id` begins a new one with this content, `?tags=a,b` with these tags. */
export default function PushLogPage(): ReactElement | null {
  const snoId = useSnoId();
  return snoId === undefined ? null : <PushesOf key={snoId} snoId={snoId} />;
}

const wizardParts = ['push', 'tags', 'step'];

function PushesOf({ snoId }: { snoId: string }): ReactElement {
  const t = useT('public-pushes');
  const [language] = useLanguage();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const list = useList(pushList, { fixed: { snoId }, searchKey: 'text' });
  const isNew = search.has('push') || search.has('tags');
  const close = (): void =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      for (const name of wizardParts) next.delete(name);
      return next;
    });
  const columns: readonly Column<PushRow, typeof pushSubject>[] = [
    { name: 'title', sortable: false, wrap: true, width: 240, cell: (row) => <PushTitle row={row} language={language} /> },
    { name: 'state', sortable: false, cell: ({ state }) => <Tag color={stateColours[state]}>{t(`push.state.${state}`)}</Tag> },
    { name: 'targets', as: 'number', sortable: false },
    { name: 'delivered', as: 'number', sortable: false },
    { name: 'failed', as: 'number', sortable: false },
    { name: 'skipped', as: 'number', sortable: false },
    { name: 'withheld', as: 'number', sortable: false },
    { name: 'read', sortable: false, cell: (row) => shareOf(row.read, row.delivered) },
    { name: 'startedAt', as: 'time' },
    { name: 'planAt', as: 'time', optional: true },
    { name: 'reached', sortable: false, optional: true, cell: (row) => shareOf(row.reached, row.delivered) },
    { name: 'likes', as: 'number', sortable: false, optional: true },
    { name: 'comments', as: 'number', sortable: false, optional: true },
    { name: 'kind', as: 'enum', sortable: false, optional: true },
    { name: 'createdByName', sortable: false, optional: true },
    { name: 'approvedByName', sortable: false, optional: true },
    { name: 'createdAt', as: 'time', optional: true },
  ];
  if (isNew)
    return (
      <PushWizard
        snoId={snoId}
        content={search.get('push')}
        tags={search.get('tags')?.split(',').filter(Boolean) ?? []}
        onClose={close}
        onDone={(id) => void navigate(ledgerOf({ id, snoId }))}
      />
    );
  return (
    <ListPanel<PushRow, typeof pushSubject>
      subject={pushSubject}
      list={list}
      columns={columns}
      filters={
        <>
          <SearchFilter list={list} name="text" />
          <EnumFilter list={list} name="state" />
          <EnumFilter list={list} name="kind" />
          <EnumFilter list={list} name="hasFailures" />
          <EnumFilter list={list} name="recalled" />
          <PickFilter list={list} name="authorId">
            <EmployeePicker />
          </PickFilter>
          <TimeFilter list={list} from="from" to="to" />
          <Permit code={pushLogPage.button.push}>
            {(name) => (
              <Button type="primary" onClick={() => setSearch((before) => withPush(before))}>
                {name}
              </Button>
            )}
          </Permit>
        </>
      }
      onOpen={(row) => void navigate(ledgerOf(row))}
      empty={<EmptyState title={t('push.empty')} hint={t('push.emptyHint')} />}
    />
  );

  /** How many of those that got it, with the share. */
  function shareOf(part: number, whole: number): string {
    return whole === 0 ? '—' : `${numberText(part, language)} · ${Math.round((part * 100) / whole)} %`;
  }
}

function withPush(before: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(before);
  next.set('push', '');
  return next;
}

function PushTitle({ row, language }: { row: PushRow; language: 'zh_CN' | 'en_US' | 'ja_JP' }): ReactElement {
  const t = useT('public-pushes');
  return (
    <>
      {pick(row.title, language)}
      {row.scope !== null && <small className="psh-wave">{t('push.wave', { n: row.wave, scope: t(`push.scope.${row.scope}`) })}</small>}
      {row.urgent && <Tag color="error">{t('push.field.urgent')}</Tag>}
    </>
  );
}
