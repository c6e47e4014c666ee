import { EyeOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useMemo, useState, type ReactElement } from 'react';
import { useSearchParams } from 'react-router';
import { useT } from '#kit/console/i18n/use-t.ts';
import { ExportButton } from '#kit/console/jobs/export-button.tsx';
import { PageHeader } from '#kit/console/page/page-header.tsx';
import { useRead } from '#kit/console/page/query.ts';
import { subject, SubjectContext } from '#kit/console/page/subject.ts';
import { useCodeName } from '#kit/console/routes/use-code-name.ts';
import { later } from '#kit/console/shell/later.tsx';
import { Permit } from '#kit/console/shell/permit.tsx';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { resourcePage } from '../common/permissions.ts';
import { resourceExport, resourceTree } from '../common/resource.contract.ts';
import './components/resource.css';
import { filtered, ResourceFilters, type ResourceFilter } from './components/resource-filters.tsx';
import { ResourceTree } from './components/resource-tree.tsx';

const resource = subject('system', 'resource');

const ResourceAdd = later('resource-add', async () => (await import('./components/resource-add.tsx')).ResourceAdd);
const ResourceDetail = later(
  'resource-detail',
  async () => (await import('./components/resource-detail.tsx')).ResourceDetail,
  <WaitingForm lines={6} />,
);

const MenuLooks = later('menu-looks', async () => (await import('./components/menu-looks.tsx')).MenuLooks);

/** The permission tree: what every role grants and every menu shows; names, order and places can be changed, codes never. */
export default function ResourcePage(): ReactElement {
  const t = useT('system');
  const title = useCodeName(resourcePage.code);
  const [search, setSearch] = useSearchParams();
  const [text, setText] = useState('');
  const [adding, setAdding] = useState(false);
  const { data, error, refetch } = useRead(resourceTree, {});
  const code = search.get('code') ?? undefined;
  const [looks, setLooks] = useState(false);
  const [filter, setFilter] = useState<ResourceFilter>({});
  const shown = useMemo(() => filtered(data?.nodes ?? [], filter), [data, filter]);
  const add = (
    <>
      <Button icon={<EyeOutlined aria-hidden="true" />} onClick={() => setLooks(true)}>
        {t('resource.looks')}
      </Button>
      <ExportButton endpoint={resourceExport} input={(format) => ({ format })} />
      <Permit code={resourcePage.button.add}>
        {(name) => (
          <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={() => setAdding(true)}>
            {name}
          </Button>
        )}
      </Permit>
    </>
  );
  return (
    <SubjectContext value={resource}>
      <PageHeader title={title} help={t('resource.help')} actions={add} />
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <WaitingForm lines={10} />}
      {data && (
        <div className="sys-resources">
          <section aria-label={title}>
            <Input
              allowClear
              aria-label={t('resource.search')}
              placeholder={t('resource.search')}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
            <ResourceFilters nodes={data.nodes} value={filter} onChange={setFilter} />
            <ResourceTree
              nodes={shown}
              narrowed={Object.values(filter).some(Boolean)}
              orders={data.orders}
              text={text.trim()}
              selected={code}
              onSelect={(next) => setSearch({ code: next })}
            />
          </section>
          <section aria-label={t('resource.chosen')}>
            {code === undefined ? (
              <EmptyState title={t('resource.choose')} hint={t('resource.chooseHint')} />
            ) : (
              <ResourceDetail key={code} code={code} nodes={data.nodes} onGone={() => setSearch({})} />
            )}
          </section>
        </div>
      )}
      {looks && <MenuLooks nodes={data?.nodes ?? []} onClose={() => setLooks(false)} />}
      {adding && <ResourceAdd nodes={data?.nodes ?? []} onClose={() => setAdding(false)} />}
    </SubjectContext>
  );
}
