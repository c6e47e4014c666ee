import { EditOutlined } from '@ant-design/icons';
import { Button, Tabs, Tag } from 'antd';
import { useState, type ReactElement } from 'react';
import { ActionButton } from '#kit/console/action/action-button.tsx';
import { HistoryTab } from '#kit/console/change/history-tab.tsx';
import { DrawerForm } from '#kit/console/form/drawer-form.tsx';
import { fieldsOf } from '#kit/console/form/fields-of.tsx';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { subject, useWords } from '#kit/console/page/subject.ts';
import { Permit } from '#kit/console/shell/permit.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { languages, pick } from '#kit/common/language.ts';
import type { Reply } from '#kit/common/contract.ts';
import { resourcePage } from '../../common/permissions.ts';
import {
  resourceChange,
  resourceFind,
  resourceRemove,
  resourceReset,
  resourceTree,
  resourceUpdate,
  type ResourceNode,
} from '../../common/resource.contract.ts';
import { ParentInput } from './resource-add.tsx';

const F = fieldsOf(resourceChange);
const resource = subject('system', 'resource');
const readings = [resourceTree, resourceFind];

interface ResourceDetailProps {
  code: string;
  nodes: readonly ResourceNode[];
  onGone: () => void;
}

/** One node: how it is called and where it stands, what is behind it, who is granted it, and what was changed. */
export function ResourceDetail({ code, nodes, onGone }: ResourceDetailProps): ReactElement {
  const t = useT('system');
  const [editing, setEditing] = useState(false);
  const { data, error, refetch } = useRead(resourceFind, { code });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  if (!data) return <WaitingForm />;
  const act = { names: [data.name], input: { ids: [data.id] }, invalidates: readings };
  return (
    <>
      <div className="sys-resource-head">
        <h2>{data.name}</h2>
        {data.changed.length > 0 && <ActionButton endpoint={resourceReset} {...act} />}
        {data.origin === 'custom' && <ActionButton endpoint={resourceRemove} {...act} onDone={onGone} />}
        <Permit code={resourcePage.button.update}>
          {(name) => (
            <Button type="primary" icon={<EditOutlined aria-hidden="true" />} onClick={() => setEditing(true)}>
              {name}
            </Button>
          )}
        </Permit>
      </div>
      <Tabs
        items={[
          { key: 'facts', label: t('resource.tab.facts'), children: <Facts node={data} /> },
          { key: 'behind', label: t('resource.tab.behind'), children: <Behind node={data} /> },
          {
            key: 'history',
            label: t('history.title'),
            children: <HistoryTab subject={resource} kind="resource" objectId={data.id} />,
          },
        ]}
      />
      {editing && (
        <DrawerForm
          endpoint={resourceUpdate}
          initial={{ names: data.names, icon: data.icon, parent: data.parent, visible: data.visible }}
          target={{ id: data.id, version: data.version }}
          invalidates={readings}
          onClose={() => setEditing(false)}
        >
          <F.names as="local" />
          <F.parent>
            <ParentInput nodes={nodes.filter((node) => node.code !== code)} />
          </F.parent>
          <F.icon help={t('resource.iconHelp')} />
          <F.visible />
        </DrawerForm>
      )}
    </>
  );
}

type Found = Reply<typeof resourceFind>;

/** What stands, beside what the product delivers. */
function Facts({ node }: { node: Found }): ReactElement {
  const t = useT('system');
  const words = useWords();
  const rows = [
    ['code', node.code, undefined],
    ['route', node.route, undefined],
    ['kind', t(`resource.kind.${node.kind}`), undefined],
    ['origin', t(`resource.origin.${node.origin}`), undefined],
    ...languages.map(
      (language) =>
        [`names ${language}`, pick({ [language]: node.names[language] ?? '' }, language), node.shipped?.names[language]] as const,
    ),
    ['icon', node.icon, node.shipped?.icon],
    ['parent', node.parent, node.shipped?.parent],
    ['visible', words.value('visible', String(node.visible)), undefined],
  ] as const;
  return (
    <table className="whk-versions">
      <thead>
        <tr>
          <th scope="col">{t('conflict.field')}</th>
          <th scope="col">{t('resource.now')}</th>
          <th scope="col">{t('resource.delivered')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, now, delivered]) => (
          <tr key={name} data-differs={delivered !== undefined && delivered !== now}>
            <th scope="row">{name.startsWith('names ') ? `${words.field('names')} (${name.slice(6)})` : words.field(name)}</th>
            <td>{now || '—'}</td>
            <td>{delivered || ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The operations behind a node with their audit words, and the roles that grant it. */
function Behind({ node }: { node: Found }): ReactElement {
  const t = useT('system');
  const [language] = useLanguage();
  return (
    <div lang={language.replace('_', '-')}>
      <strong>{t('resource.operations', { count: node.operations.length })}</strong>
      <ul className="sys-operations">
        {node.operations.map(({ method, path, summary, audit }) => (
          <li key={`${method} ${path}`}>
            <code>
              {method} /api/{path}
            </code>{' '}
            <span lang="en">{summary}</span> {audit && <Tag>{audit}</Tag>}
          </li>
        ))}
      </ul>
      <strong>{t('resource.heldBy', { count: node.heldBy.length })}</strong>
      <ul className="sys-operations">
        {node.heldBy.map((role) => (
          <li key={role.id}>
            {role.name} {!role.enabled && <Tag>{t('resource.roleDisabled')}</Tag>}
          </li>
        ))}
      </ul>
    </div>
  );
}
