import { WarningOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, type TreeDataNode } from 'antd';
import type { ReactElement } from 'react';
import { useTabStop } from '../action/active-line.ts';
import { NodeActions } from '../action/node-actions.tsx';
import { useLanguage, useT } from '../i18n/use-t.ts';
import { ChoiceSelect } from '../page/choice-filter.tsx';
import { numberText } from '../table/formats.ts';
import type { ResourceOption } from './role-area.ts';

/** By what the permission tree of a role is narrowed, and whether it says more of each node. */
export interface GrantView {
  text: string;
  module: string | undefined;
  kind: string | undefined;
  onlyDangerous: boolean;
  onlyGranted: boolean;
  details: boolean;
}

/** All of the tree, in short. */
export const wholeTree: GrantView = {
  text: '',
  module: undefined,
  kind: undefined,
  onlyDangerous: false,
  onlyGranted: false,
  details: false,
};

const kinds = ['menu', 'button', 'url'] as const;

interface GrantFiltersProps {
  nodes: readonly ResourceOption[];
  view: GrantView;
  onChange: (view: GrantView) => void;
}

/** Search, module, kind and ticks above the tree. */
export function GrantFilters({ nodes, view, onChange }: GrantFiltersProps): ReactElement {
  const t = useT('kit');
  const modules = new Map(nodes.map(({ module, moduleName }) => [module, moduleName]));
  const tick = (name: 'onlyDangerous' | 'onlyGranted' | 'details'): ReactElement => (
    <Checkbox checked={view[name]} onChange={({ target }) => onChange({ ...view, [name]: target.checked })}>
      {t(`role.${name}`)}
    </Checkbox>
  );
  return (
    <div className="whk-filters">
      <Input
        allowClear
        className="whk-filter-search"
        aria-label={t('role.searchResource')}
        placeholder={t('role.searchResource')}
        value={view.text}
        onChange={(event) => onChange({ ...view, text: event.target.value })}
      />
      <ChoiceSelect
        label={t('role.resource.module')}
        value={view.module}
        options={[...modules].map(([value, label]) => ({ value, label }))}
        onChange={(module) => onChange({ ...view, module })}
      />
      <ChoiceSelect
        label={t('role.resource.kind')}
        value={view.kind}
        options={kinds.map((value) => ({ value, label: t(`role.resourceKind.${value}`) }))}
        onChange={(kind) => onChange({ ...view, kind })}
      />
      {tick('onlyDangerous')}
      {tick('onlyGranted')}
      {tick('details')}
    </div>
  );
}

interface Shown {
  view: GrantView;
  held: ReadonlySet<string>;
  /** Checks a node with everything below it; absent where nothing may be changed. */
  all: ((code: string) => void) | undefined;
}

/** The nodes that the view asks for, with all above them. */
export function treeOf(nodes: readonly ResourceOption[], { view, held, all }: Shown): TreeDataNode[] {
  const children = Map.groupBy(nodes, ({ parent }) => parent);
  const text = view.text.trim().toLowerCase();
  const fits = (node: ResourceOption): boolean =>
    (text === '' || node.name.toLowerCase().includes(text) || node.code.toLowerCase().includes(text)) &&
    (view.module === undefined || node.module === view.module) &&
    (view.kind === undefined || node.kind === view.kind) &&
    (!view.onlyDangerous || node.dangerous) &&
    (!view.onlyGranted || held.has(node.code));
  const below = (parent: string | null): TreeDataNode[] =>
    (children.get(parent) ?? []).flatMap((node) => {
      const inside = below(node.code);
      const title = <Title node={node} details={view.details} all={inside.length > 0 ? all : undefined} />;
      return fits(node) || inside.length > 0 ? [{ key: node.code, title, children: inside }] : [];
    });
  return below(null);
}

interface TitleProps {
  node: ResourceOption;
  details: boolean;
  all: Shown['all'];
}

function Title({ node, details, all }: TitleProps): ReactElement {
  const t = useT('kit');
  const [language] = useLanguage();
  const tabIndex = useTabStop(node.code);
  return (
    <span title={node.code}>
      <span>{node.name}</span> {node.dangerous && <WarningOutlined aria-label={t('role.dangerous')} />}
      {all && (
        <NodeActions>
          <Button
            type="link"
            size="small"
            tabIndex={tabIndex}
            aria-label={t('role.allOf', { name: node.name })}
            onClick={() => all(node.code)}
          >
            {t('role.all')}
          </Button>
        </NodeActions>
      )}
      {details && (
        <small className="whk-grant-details">
          <code>{node.code}</code> · {t('role.heldBy', { roles: numberText(node.roles, language) })}
          {node.words.length > 0 && ` · ${t('role.loggedAs', { words: node.words.join(', ') })}`}
        </small>
      )}
    </span>
  );
}
