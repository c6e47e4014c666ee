import { Button, Drawer, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { OpeningButton } from '#kit/console/action/opening-button.tsx';
import { useMay } from '#kit/console/action/use-may.ts';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { FormDialog } from '#kit/console/form/form-dialog.tsx';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { SubjectContext } from '#kit/console/page/subject.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { useNarrow } from '#kit/console/page/use-narrow.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { mikaCompare, mikaPublish, mikaRollback, mikaVersionList, type MikaVersionRow } from '../../common/version.contract.ts';
import { scene } from '../../common/scene.contract.ts';
import { versionSubject } from '../subjects.ts';

const P = fieldsOf(mikaPublish.input);
const R = fieldsOf(mikaRollback.input);

/** Published versions: the next one is published here, and older ones are brought back. */
export function Versions(): ReactElement {
  const t = useT('mika');
  const may = useMay();
  const list = useList(mikaVersionList);
  const [publishing, setPublishing] = useState(false);
  const [back, setBack] = useState<number>();
  const [shown, setShown] = useState<number>();
  const live = list.rows.find((row) => row.live)?.no ?? 0;
  const columns: readonly Column<MikaVersionRow, typeof versionSubject>[] = [
    { name: 'no', as: 'number' },
    { name: 'note', wrap: true, width: 240, sortable: false },
    { name: 'at', as: 'time', sortable: false },
    { name: 'byName', sortable: false },
    { name: 'scenes', as: 'number', sortable: false },
    { name: 'answers', as: 'number', sortable: false, optional: true },
    { name: 'synonyms', as: 'number', sortable: false, optional: true },
    { name: 'rollbackOf', sortable: false, cell: ({ rollbackOf }) => rollbackOf ?? '—' },
    {
      name: 'live',
      sortable: false,
      cell: (row) => <Tag color={row.live ? 'success' : 'default'}>{t(row.live ? 'mikaVersion.live.true' : 'mikaVersion.live.false')}</Tag>,
    },
  ];
  return (
    <>
      <ListPanel<MikaVersionRow, typeof versionSubject>
        subject={versionSubject}
        list={list}
        columns={columns}
        onOpen={({ no }) => setShown(no)}
        filters={<OpeningButton endpoint={mikaPublish} type="default" onClick={() => setPublishing(true)} />}
        rowActions={(row) =>
          !row.live &&
          may(mikaRollback) && (
            <Button type="text" size="small" danger onClick={() => setBack(row.no)}>
              {t('version.rollbackTitle', { no: row.no })}
            </Button>
          )
        }
        empty={<EmptyState title={t('mikaVersion.empty')} hint={t('mikaVersion.emptyHint')} />}
      />
      <SubjectContext value={versionSubject}>
        {publishing && (
          <FormDialog
            endpoint={mikaPublish}
            title={t('version.publishTitle')}
            initial={{ note: '' }}
            invalidates={[mikaVersionList, scene.list]}
            onClose={() => setPublishing(false)}
          >
            <h4>{t('version.pending')}</h4>
            <Differences from={live} />
            <P.note label={t('version.note')} />
          </FormDialog>
        )}
        {back !== undefined && (
          <FormDialog
            endpoint={mikaRollback}
            title={t('version.rollbackTitle', { no: back })}
            initial={{ note: '' }}
            input={({ note }) => ({ no: back, note: String(note ?? '') })}
            invalidates={[mikaVersionList, scene.list]}
            onClose={() => setBack(undefined)}
          >
            <Differences from={live} to={back} />
            <R.note label={t('version.note')} />
          </FormDialog>
        )}
      </SubjectContext>
      {shown !== undefined && <Compared no={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

function Compared({ no, onClose }: { no: number; onClose: () => void }): ReactElement {
  const t = useT('mika');
  const kit = useT('kit');
  const narrow = useNarrow();
  return (
    <Drawer
      open
      title={t('version.compareWith', { no: no - 1 })}
      size={narrow ? '100%' : 560}
      onClose={onClose}
      closable={{ 'aria-label': kit('form.close') }}
    >
      <Differences from={no - 1} to={no} />
    </Drawer>
  );
}

const colours = { added: 'success', changed: 'processing', removed: 'error' } as const;

/** What differs between two versions, or what is written now. */
function Differences({ from, to }: { from: number; to?: number }): ReactElement {
  const t = useT('mika');
  const { data } = useRead(mikaCompare, { from, ...(to !== undefined && { to }) });
  if (!data) return <p>…</p>;
  if (data.list.length === 0) return <p>{t('version.none')}</p>;
  return (
    <ul className="mika-lines">
      {data.list.map(({ kind, id, name, what }) => (
        <li key={`${kind} ${id}`}>
          <Tag color={colours[what]}>{t(`version.what.${what}`)}</Tag>
          {t(`version.kind.${kind}`)}: {name}
        </li>
      ))}
    </ul>
  );
}
