import { Select } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { ResourceNode } from '../../common/resource.contract.ts';

const states = ['changed', 'fresh', 'hidden', 'unheld', 'dangerous', 'custom'] as const;
const kinds = ['menu', 'button', 'url'] as const;

/** Filters of the tree. */
export interface ResourceFilter {
  module?: string | undefined;
  kind?: (typeof kinds)[number] | undefined;
  state?: (typeof states)[number] | undefined;
}

/** The nodes that fit, with all above them. */
export function filtered(nodes: readonly ResourceNode[], { module, kind, state }: ResourceFilter): readonly ResourceNode[] {
  if (!module && !kind && !state) return nodes;
  const byCode = new Map(nodes.map((node) => [node.code, node]));
  const kept = new Set<string>();
  for (const node of nodes) {
    if ((module && node.module !== module) || (kind && node.kind !== kind) || (state && !isIn(node, state))) continue;
    for (let at: string | null = node.code; at !== null && !kept.has(at); at = byCode.get(at)?.parent ?? null) kept.add(at);
  }
  return nodes.filter(({ code }) => kept.has(code));
}

function isIn(node: ResourceNode, state: (typeof states)[number]): boolean {
  if (state === 'changed') return node.changed.length > 0;
  if (state === 'fresh') return node.fresh;
  if (state === 'hidden') return !node.visible;
  // A group is held by nobody: it stands where something below it is.
  if (state === 'unheld') return node.roles === 0 && (node.kind !== 'menu' || node.route !== null);
  return state === 'dangerous' ? node.dangerous : node.origin === 'custom';
}

interface ResourceFiltersProps {
  nodes: readonly ResourceNode[];
  value: ResourceFilter;
  onChange: (value: ResourceFilter) => void;
}

/** Module, kind and state by which the tree is narrowed. */
export function ResourceFilters({ nodes, value, onChange }: ResourceFiltersProps): ReactElement {
  const t = useT('system');
  const modules = new Map(nodes.map(({ module, moduleName }) => [module, moduleName]));
  return (
    <div className="sys-resource-filters">
      <Select
        allowClear
        aria-label={t('field.module')}
        placeholder={t('field.module')}
        value={value.module ?? null}
        options={[...modules].map(([one, label]) => ({ value: one, label }))}
        onChange={(module: string | null | undefined) => onChange({ ...value, module: module ?? undefined })}
      />
      <Select
        allowClear
        aria-label={t('field.kind')}
        placeholder={t('field.kind')}
        value={value.kind ?? null}
        options={kinds.map((kind) => ({ value: kind, label: t(`resource.kind.${kind}`) }))}
        onChange={(kind: ResourceFilter['kind'] | null) => onChange({ ...value, kind: kind ?? undefined })}
      />
      <Select
        allowClear
        aria-label={t('field.state')}
        placeholder={t('field.state')}
        value={value.state ?? null}
        options={states.map((state) => ({ value: state, label: t(`resource.state.${state}`) }))}
        onChange={(state: ResourceFilter['state'] | null) => onChange({ ...value, state: state ?? undefined })}
      />
    </div>
  );
}
