import { Button, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { ImportButton } from '#kit/console/jobs/import-button.tsx';
import { CrudPanel } from '#kit/console/crud/crud-panel.tsx';
import type { EntityProps } from '#kit/console/crud/entity-crud.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { EnumFilter, SearchFilter } from '#kit/console/page/filters.tsx';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { useSnoId } from '#modules/public-accounts/console/public.ts';
import { pushToTags, tagPage } from '../common/permissions.ts';
import { fanTag, type FanTagRow } from '../common/tag.contract.ts';
import './fans.css';
import { GoButton } from './go-button.tsx';
import { NoAccount } from './no-account.tsx';
import { TagForm } from './tags/tag-form.tsx';

const MergeDialog = later('sno-tag-merge', async () => (await import('./tags/merge-dialog.tsx')).MergeDialog);
const Overlap = later('sno-tag-overlap', async () => (await import('./tags/tag-facts.tsx')).TagFacts);
const ImportDialog = later('sno-tag-import', async () => (await import('./fans/import-dialog.tsx')).ImportDialog);

const ofAccount = (snoId: string) => ({ ...fanTag, shared: { snoId } });
type Shown = ReturnType<typeof ofAccount>;

/** Tags of the fans of the account on screen. */
export default function TagsPage(): ReactElement {
  const snoId = useSnoId();
  return snoId === undefined ? <NoAccount /> : <TagList key={snoId} snoId={snoId} />;
}

const colours = { manual: 'processing', rule: 'default', platform: 'default' } as const;

function TagList({ snoId }: { snoId: string }): ReactElement {
  const t = useT('public-fans');
  const [merged, setMerged] = useState<readonly FanTagRow[]>();
  const [importing, setImporting] = useState(false);
  const columns: EntityProps<Shown>['columns'] = [
    { name: 'name', cell: ({ title }) => title },
    { name: 'kind', sortable: false, cell: ({ kind }) => <Tag color={colours[kind]}>{t(`fanTag.kind.${kind}`)}</Tag> },
    { name: 'group', sortable: false, cell: ({ group }) => group ?? '—' },
    { name: 'fans', as: 'number', sortable: false },
    { name: 'pushes30', as: 'number', sortable: false },
    { name: 'lastPushAt', as: 'time', sortable: false },
    { name: 'updatedAt', as: 'time', optional: true },
  ];
  return (
    <>
      <CrudPanel<Shown>
        entity={ofAccount(snoId)}
        columns={columns}
        filters={(list) => (
          <>
            <SearchFilter list={list} name="text" />
            <EnumFilter list={list} name="kind" />
            <ImportButton code={tagPage.button.import} onClick={() => setImporting(true)} />
          </>
        )}
        form={(tag) => <TagForm tag={tag} />}
        facts={(tag) => <Overlap tag={tag} />}
        rowActions={(tag) => <GoButton code={tagPage.button.push} to={pushToTags(snoId, [tag.id])} />}
        bulk={({ rows }) => (
          <>
            <GoButton
              type="default"
              code={tagPage.button.push}
              to={pushToTags(
                snoId,
                rows.map(({ id }) => id),
              )}
            />
            <Permit code={tagPage.button.merge}>
              {(name) => (
                <Button disabled={rows.some(({ kind }) => kind !== 'manual')} onClick={() => setMerged(rows)}>
                  {name}
                </Button>
              )}
            </Permit>
          </>
        )}
      />
      {merged && <MergeDialog tags={merged} snoId={snoId} onClose={() => setMerged(undefined)} />}
      {importing && <ImportDialog snoId={snoId} onClose={() => setImporting(false)} />}
    </>
  );
}
