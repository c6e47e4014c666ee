import { DownOutlined, RightOutlined, WarningOutlined } from '@ant-design/icons';
import { Checkbox } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { useLanguage, useT } from '../i18n/use-t.ts';
import { numberText } from '../table/formats.ts';
import { hasButtons, levelOf, levels, type GrantTree, type Level, type WholeLevel } from './grant-levels.ts';
import type { ResourceOption } from './role-area.ts';

/** What all rows of a matrix share. */
export interface Marks {
  /** Makes the names of radio buttons those of this matrix alone. */
  id: string;
  held: ReadonlySet<string>;
  disabled: boolean;
  details: boolean;
}

interface LevelCellsProps<L extends string> {
  /** Whose row it is, and the name of its radio buttons. */
  name: string;
  group: string;
  /** Every column, and those in which this row has a button. */
  all: readonly L[];
  offered: readonly L[];
  label: (level: L) => string;
  level: L | undefined;
  disabled: boolean;
  onLevel: (level: L) => void;
}

/** The cells of a row: one radio button for each level that there is. */
export function LevelCells<L extends string>(props: LevelCellsProps<L>): ReactElement[] {
  const { name, group, all, offered, label, level, disabled, onLevel } = props;
  const t = useT('kit');
  return all.map((one) => (
    <td key={one}>
      {offered.includes(one) && (
        <label title={label(one)}>
          <input
            type="radio"
            name={group}
            aria-label={t('grant.levelOf', { name, level: label(one) })}
            disabled={disabled}
            checked={level === one}
            onChange={() => onLevel(one)}
          />
        </label>
      )}
    </td>
  ));
}

interface FoldHeadProps {
  name: string;
  /** How much of it is given. */
  note: string;
  open: boolean;
  onOpen: () => void;
}

/** The head of a group of rows, which folds them. */
export function FoldHead({ name, note, open, onOpen }: FoldHeadProps): ReactElement {
  return (
    <th scope="rowgroup">
      <button type="button" aria-expanded={open} onClick={onOpen}>
        {open ? <DownOutlined aria-hidden="true" /> : <RightOutlined aria-hidden="true" />} <span>{name}</span> <small>{note}</small>
      </button>
    </th>
  );
}

interface GroupRowProps {
  node: ResourceOption;
  marks: Marks;
  level: WholeLevel | undefined;
  granted: number;
  total: number;
  open: boolean;
  onOpen: () => void;
  onLevel: (level: WholeLevel) => void;
}

const wholeLevels = ['none', 'read', 'manage'] as const;

/** A group of the menu: how much of it is granted, and all of it at once. */
export function GroupRow({ node, marks, level, granted, total, open, onOpen, onLevel }: GroupRowProps): ReactElement {
  const t = useT('kit');
  return (
    <tr className="whk-matrix-group">
      <FoldHead name={node.name} note={t('grant.pagesOf', { granted, total })} open={open} onOpen={onOpen} />
      <LevelCells
        name={node.name}
        group={marks.id + node.code}
        all={levels}
        offered={wholeLevels}
        label={(one) => t(`grant.level.${one}`)}
        level={level}
        disabled={marks.disabled}
        onLevel={(one) => one !== 'custom' && onLevel(one)}
      />
    </tr>
  );
}

interface PageRowProps {
  tree: GrantTree;
  node: ResourceOption;
  marks: Marks;
  /** What the search asks for; everything without it. */
  fits: ((node: ResourceOption) => boolean) | undefined;
  /** Its tabs and buttons are on screen. */
  choosing: boolean;
  onChoose: (on: boolean) => void;
  onLevel: (level: Level) => void;
  onOne: (code: string, on: boolean) => void;
}

/** A page with its level; single tabs and buttons below it where one chooses them. */
export function PageRow({ tree, node, marks, fits, choosing, onChoose, onLevel, onOne }: PageRowProps): ReactElement {
  const t = useT('kit');
  const all = tree.all(node.code);
  const found = levelOf(tree, node.code, marks.held);
  const level = choosing && found !== 'none' ? 'custom' : found;
  const offered = all.length === 1 ? (['none', 'read'] as const) : levels.filter((one) => one !== 'manage' || hasButtons(tree, node.code));
  const inside = all.filter(({ code }) => code !== node.code);
  const has = inside.filter(({ code }) => marks.held.has(code)).length;
  const isOpen = inside.length > 0 && (choosing || (fits !== undefined && !fits(node)));
  return (
    <>
      <tr>
        <th scope="row">
          <Named node={node} details={marks.details} />
          {level === 'custom' && (
            <button type="button" className="whk-matrix-more" aria-expanded={isOpen} onClick={() => onChoose(!choosing)}>
              {t('grant.chosenOf', { granted: has, total: inside.length })}{' '}
              {isOpen ? <DownOutlined aria-hidden="true" /> : <RightOutlined aria-hidden="true" />}
            </button>
          )}
        </th>
        <LevelCells
          name={node.name}
          group={marks.id + node.code}
          all={levels}
          offered={offered}
          label={(one) => t(`grant.level.${one}`)}
          level={level}
          disabled={marks.disabled}
          onLevel={(one) => {
            onChoose(one === 'custom');
            onLevel(one);
          }}
        />
      </tr>
      {isOpen && (
        <tr className="whk-matrix-inside">
          <td colSpan={5}>
            <div role="group" aria-label={node.name}>
              <Choices tree={tree} of={node} marks={marks} fits={fits} onOne={onOne} />
            </div>
          </td>
        </tr>
      )}
    </>
  );
}

interface ChoicesProps extends Pick<PageRowProps, 'tree' | 'marks' | 'fits' | 'onOne'> {
  of: ResourceOption;
}

/** The buttons of a page side by side, then its tabs with theirs. */
function Choices({ tree, of, marks, fits, onOne }: ChoicesProps): ReactNode {
  const below = tree.below(of.code).filter((node) => !fits || tree.all(node.code).some(fits));
  const buttons = below.filter(({ kind }) => kind !== 'menu');
  const box = (node: ResourceOption): ReactElement => (
    <Checkbox
      key={node.code}
      disabled={marks.disabled}
      checked={marks.held.has(node.code)}
      onChange={({ target }) => onOne(node.code, target.checked)}
    >
      <Named node={node} details={marks.details} />
    </Checkbox>
  );
  return (
    <>
      {buttons.length > 0 && <div className="whk-matrix-buttons">{buttons.map(box)}</div>}
      {below
        .filter(({ kind }) => kind === 'menu')
        .map((tab) => (
          <div key={tab.code} className="whk-matrix-tab">
            {box(tab)}
            <Choices tree={tree} of={tab} marks={marks} fits={fits} onOne={onOne} />
          </div>
        ))}
    </>
  );
}

function Named({ node, details }: { node: ResourceOption; details: boolean }): ReactElement {
  const t = useT('kit');
  const [language] = useLanguage();
  return (
    <span title={node.code}>
      {node.name} {node.dangerous && <WarningOutlined className="whk-matrix-danger" role="img" aria-label={t('role.dangerous')} />}
      {details && (
        <small className="whk-grant-details">
          <code>{node.code}</code> · {t('role.heldBy', { roles: numberText(node.roles, language) })}
          {node.words.length > 0 && ` · ${t('role.loggedAs', { words: node.words.join(', ') })}`}
        </small>
      )}
    </span>
  );
}
