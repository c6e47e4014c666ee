import { Button } from 'antd';
import type { ReactElement } from 'react';
import { downloadFile } from '#kit/common/files/file.contract.ts';
import { useActionName } from '#kit/console/action/action-button.tsx';
import { RowActions } from '#kit/console/action/row-actions.tsx';
import { download } from '#kit/console/call/download.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { DetailDrawer } from '#kit/console/page/detail-drawer.tsx';
import { ListPanel } from '#kit/console/page/list-page.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { useChosen } from '#kit/console/page/use-chosen.ts';
import { useList } from '#kit/console/page/use-list.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import type { Column } from '#kit/console/table/column.ts';
import { bytesText } from '#kit/console/table/formats.ts';
import { bundleGet, bundleList, configPlan, type BundleRow } from '../../common/config.contract.ts';
import { AreaTitles } from './area-titles.tsx';
import type { BundleFile } from '../../common/config-facts.ts';
import { bundleSubject } from '../subjects.ts';
import { useGo } from '../use-go.ts';

const columns: readonly Column<BundleRow, typeof bundleSubject>[] = [
  { name: 'name', sortable: false, width: 240 },
  { name: 'kind', as: 'enum', sortable: false },
  { name: 'areas', sortable: false, wrap: true, cell: (row) => <AreaTitles areas={row.areas} /> },
  { name: 'at', as: 'time' },
  { name: 'by', sortable: false },
  { name: 'version', sortable: false, optional: true },
];

/** Bundles that were exported or uploaded, with their files. */
export function Bundles(): ReactElement {
  const t = useT('config-as-code');
  const list = useList(bundleList);
  const chosen = useChosen();
  const { go } = useGo();
  const planning = useActionName(configPlan);
  return (
    <>
      <ListPanel
        subject={bundleSubject}
        list={list}
        columns={columns}
        onOpen={(row) => chosen.show(row.id)}
        empty={<EmptyState title={t('bundle.empty')} hint={t('bundle.emptyHint')} />}
        rowActions={(row) => (
          <RowActions name={row.name}>
            {planning.granted && <Button onClick={() => go({ tab: 'plan', bundle: row.id, name: row.name })}>{t('bundle.planIt')}</Button>}
            {row.mine && (
              <Button onClick={() => void download(downloadFile, { fileId: row.fileId }, { fallbackName: row.name })}>
                {t('bundle.download')}
              </Button>
            )}
          </RowActions>
        )}
      />
      {chosen.id !== undefined && <BundleDrawer key={chosen.id} id={chosen.id} onClose={chosen.close} />}
    </>
  );
}

function BundleDrawer({ id, onClose }: { id: string; onClose: () => void }): ReactElement {
  const t = useT('config-as-code');
  const read = useRead(bundleGet, { id });
  return (
    <DetailDrawer
      subject={bundleSubject}
      read={read}
      title={({ name }) => name}
      tabs={({ files }) => [{ key: 'files', label: t('bundle.files'), children: <FileTree files={files} /> }]}
      onClose={onClose}
    />
  );
}

/** The files by their folders. */
function FileTree({ files }: { files: readonly BundleFile[] }): ReactElement {
  const [language] = useLanguage();
  const folders = Map.groupBy(files, ({ path }) => path.split('/').slice(0, 2).join('/'));
  return (
    <div className="cac-files">
      {[...folders].map(([folder, inside]) => (
        <details key={folder} open={folders.size < 4}>
          <summary>
            {folder} ({inside.length})
          </summary>
          <ul>
            {inside.map(({ path, size, sha256 }) => (
              <li key={path} title={sha256}>
                {path.split('/').at(-1)} · {bytesText(size, language)} · {sha256.slice(0, 12)}
              </li>
            ))}
          </ul>
        </details>
      ))}
    </div>
  );
}
