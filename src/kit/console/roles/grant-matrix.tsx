import { useId, useMemo, useState, type ReactElement } from 'react';
import { Checkbox, Input } from 'antd';
import { useT } from '../i18n/use-t.ts';
import { EmptyState } from '../states/empty-state.tsx';
import { grantTree, groupLevel, levelOf, levels, withLevel, withOne, type GrantTree, type Level } from './grant-levels.ts';
import { GroupRow, PageRow, type Marks } from './grant-rows.tsx';
import type { ResourceOption } from './role-area.ts';
import '../page/page.css';
import './matrix.css';

/** By what the matrix is narrowed, and whether it says more of each page and button. */
interface GrantView {
  text: string;
  onlyDangerous: boolean;
  onlyGranted: boolean;
  details: boolean;
}

const whole: GrantView = { text: '', onlyDangerous: false, onlyGranted: false, details: false };

interface GrantMatrixProps {
  nodes: readonly ResourceOption[];
  held: readonly string[];
  /** Only to be read. */
  disabled?: boolean;
  onChange: (held: string[]) => void;
}

/** What a role may do: each page of the menu with a level, its single tabs and buttons where one chooses them. */
export function GrantMatrix({ nodes, held: codes, disabled = false, onChange }: GrantMatrixProps): ReactElement {
  const t = useT('kit');
  const id = useId();
  const tree = useMemo(() => grantTree(nodes), [nodes]);
  const held = useMemo(() => new Set(codes), [codes]);
  const [view, setView] = useState(whole);
  // Groups in which something is granted stand open at first; what one opens or closes stays so.
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(tree.groups.flatMap(({ code }) => (tree.all(code).some((node) => held.has(node.code)) ? [code] : []))),
  );
  const [choosing, setChoosing] = useState<ReadonlySet<string>>(new Set());
  const fits = useMemo(() => fitting(view, held), [view, held]);
  const narrowed = view.text.trim() !== '' || view.onlyDangerous || view.onlyGranted;
  const shows = (node: ResourceOption): boolean => !narrowed || tree.all(node.code).some(fits);
  const groups = tree.groups.filter(shows);
  const marks: Marks = { id, held, disabled, details: view.details };
  return (
    <>
      <GrantFilters view={view} onChange={setView} />
      {groups.length === 0 && <EmptyState />}
      {groups.length > 0 && (
        <table className="whk-matrix">
          <MatrixHead title={t('role.resourceKind.menu')} names={levels.map((level) => t(`grant.level.${level}`))} />
          {groups.map((group) => {
            const isOpen = open.has(group.code) || narrowed;
            const pages = tree.pages(group.code);
            return (
              <tbody key={group.code}>
                <GroupRow
                  node={group}
                  marks={marks}
                  level={groupLevel(tree, group.code, held)}
                  granted={pages.filter(({ code }) => levelOf(tree, code, held) !== 'none').length}
                  total={pages.length}
                  open={isOpen}
                  onOpen={() => setOpen(toggled(open, group.code))}
                  onLevel={(level) =>
                    onChange(pages.reduce<readonly string[]>((now, { code }) => withLevel(tree, now, code, level), codes) as string[])
                  }
                />
                {isOpen &&
                  pages
                    .filter(shows)
                    .map((page) => (
                      <PageRow
                        key={page.code}
                        tree={tree}
                        node={page}
                        marks={marks}
                        fits={narrowed ? fits : undefined}
                        choosing={choosing.has(page.code)}
                        onChoose={(on) => setChoosing(on === choosing.has(page.code) ? choosing : toggled(choosing, page.code))}
                        onLevel={(level) => onChange(levelled(tree, codes, page.code, level))}
                        onOne={(code, on) => onChange(withOne(tree, codes, code, on))}
                      />
                    ))}
              </tbody>
            );
          })}
        </table>
      )}
    </>
  );
}

/** The head of a matrix: what its rows are, and its levels. */
export function MatrixHead({ title, names }: { title: string; names: readonly string[] }): ReactElement {
  return (
    <thead>
      <tr>
        <th scope="col">{title}</th>
        {names.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** To choose begins with the page itself. */
function levelled(tree: GrantTree, codes: readonly string[], code: string, level: Level): string[] {
  return level === 'custom' ? withOne(tree, codes, code, true) : withLevel(tree, codes, code, level);
}

function toggled(set: ReadonlySet<string>, one: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(one)) next.add(one);
  return next;
}

function fitting({ text, onlyDangerous, onlyGranted }: GrantView, held: ReadonlySet<string>): (node: ResourceOption) => boolean {
  const wanted = text.trim().toLowerCase();
  return (node) =>
    (wanted === '' || node.name.toLowerCase().includes(wanted) || node.code.toLowerCase().includes(wanted)) &&
    (!onlyDangerous || node.dangerous) &&
    (!onlyGranted || held.has(node.code));
}

/** Search and ticks above the matrix. */
function GrantFilters({ view, onChange }: { view: GrantView; onChange: (view: GrantView) => void }): ReactElement {
  const t = useT('kit');
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
      {tick('onlyDangerous')}
      {tick('onlyGranted')}
      {tick('details')}
    </div>
  );
}
