import { Alert, Button, Tree, type TreeDataNode } from 'antd';
import { useMemo, useState, type Key, type ReactElement } from 'react';
import { ActiveLineContext, useActiveLine } from '../action/active-line.ts';
import { useActionName } from '../action/action-button.tsx';
import { ImpactLine } from '../form/impact-line.tsx';
import { useLeaveGuard } from '../form/use-leave-guard.ts';
import { useSave } from '../form/use-save.ts';
import { useT } from '../i18n/use-t.ts';
import '../page/page.css';
import { GrantFilters, treeOf, wholeTree } from './grant-tree.tsx';
import { PreviewEffect } from './preview-effect.tsx';
import { useRoleArea, type ResourceOption } from './role-area.ts';

interface GrantEditorProps {
  roleId: string;
  version: number;
  nodes: readonly ResourceOption[];
  granted: readonly string[];
  /** Presets and roles above one's own are shown, not changed. */
  fixed: boolean;
}

/** The permission tree with a check at every page and button; what saving gives and takes is shown first. */
export function GrantEditor({ roleId, version, nodes, granted, fixed }: GrantEditorProps): ReactElement {
  const t = useT('kit');
  const { contract } = useRoleArea();
  const { granted: mayLook, name } = useActionName(contract.saveResources);
  const [checked, setChecked] = useState<readonly string[]>(granted);
  const [view, setView] = useState(wholeTree);
  const line = useActiveLine();
  const { save, saving, issues, conflict } = useSave(contract.saveResources, {
    invalidates: [contract.resources, contract.ranges, contract.find, contract.list],
  });
  const all = useMemo(
    () => (fixed || !mayLook ? undefined : (code: string) => setChecked((now) => withAll(nodes, now, code))),
    [fixed, mayLook, nodes],
  );
  const held = useMemo(() => new Set(checked), [checked]);
  const tree = useMemo(() => treeOf(nodes, { view, held, all }), [nodes, view, held, all]);
  const wish = { roleId, version, codes: [...checked] };
  const changed = checked.length !== granted.length || granted.some((code) => !held.has(code));
  useLeaveGuard(changed, () => setChecked(granted));
  return (
    <>
      <GrantFilters nodes={nodes} view={view} onChange={setView} />
      <div className="whk-authority-tree">
        <ActiveLineContext value={line}>
          <Tree<TreeDataNode>
            key={JSON.stringify({ ...view, details: false })}
            aria-label={t('role.resources')}
            checkable
            checkStrictly
            selectable={false}
            disabled={fixed || !mayLook}
            defaultExpandAll
            treeData={tree}
            onActiveChange={line.set}
            checkedKeys={{ checked: [...checked], halfChecked: [] }}
            onCheck={(_keys, { node, checked: on }) => setChecked(after(nodes, checked, node.key, on))}
          />
        </ActiveLineContext>
      </div>
      {changed && <PreviewEffect input={{ roleId, codes: [...checked] }} />}
      {issues.length > 0 && <Alert type="error" role="alert" title={issues.map(({ message }) => message).join(' ')} />}
      {conflict && <Alert type="warning" role="alert" title={t('conflict.title')} description={t('role.conflict')} />}
      {mayLook && !fixed && (
        <div className="whk-form-foot">
          <span>
            <ImpactLine endpoint={contract.saveResources} input={changed && !saving ? wish : undefined} />
          </span>
          <Button disabled={!changed} onClick={() => setChecked(granted)}>
            {t('settings.reset')}
          </Button>
          <Button type="primary" disabled={!changed} loading={saving} onClick={() => void save(wish)}>
            {name}
          </Button>
        </div>
      )}
    </>
  );
}

/**
 * A checked button brings its page along, an unchecked page takes everything below it away: no grant hangs in the air. A checked page
 * brings none of its buttons: what is granted is what was meant.
 */
function after(nodes: readonly ResourceOption[], checked: readonly string[], key: Key, on: boolean): string[] {
  const byCode = new Map(nodes.map((node) => [node.code, node]));
  const next = new Set(checked);
  const code = String(key);
  const below = (parent: string): string[] =>
    nodes.filter((node) => node.parent === parent).flatMap((node) => [node.code, ...below(node.code)]);
  if (on) {
    for (let at = byCode.get(code); at; at = at.parent === null ? undefined : byCode.get(at.parent)) next.add(at.code);
  } else for (const one of [code, ...below(code)]) next.delete(one);
  return [...next].toSorted();
}

function withAll(nodes: readonly ResourceOption[], checked: readonly string[], code: string): string[] {
  const below = nodes.filter((node) => node.parent === code);
  return below.reduce((now, node) => withAll(nodes, now, node.code), after(nodes, checked, code, true));
}
