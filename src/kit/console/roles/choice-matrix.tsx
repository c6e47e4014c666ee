import { Checkbox, Input, Tag } from 'antd';
import { useId, useState, type ReactElement } from 'react';
import { useT } from '../i18n/use-t.ts';
import { EmptyState } from '../states/empty-state.tsx';
import { MatrixHead } from './grant-matrix.tsx';
import { FoldHead, LevelCells } from './grant-rows.tsx';
// The bar with the buttons below it is that of settings.
import '../form/form.css';
import '../page/page.css';
import '../page/settings.css';
import './matrix.css';

/** Something that a role may give. */
interface ChoiceOption<C extends string> {
  readonly code: C;
  readonly name: string;
  /** What it lets people do. */
  readonly meaning?: string;
  /** A word of warning beside it. */
  readonly risk?: string | undefined;
  /** A word beside it that warns of nothing. */
  readonly note?: string | undefined;
}

/** Options that belong together. */
export interface ChoiceGroup<C extends string> {
  readonly key: string;
  readonly title: string;
  readonly options: readonly ChoiceOption<C>[];
}

const wholes = ['none', 'custom', 'all'] as const;
type Whole = (typeof wholes)[number];

/** With more options than these one searches. */
const overview = 12;

interface ChoiceMatrixProps<C extends string> {
  groups: readonly ChoiceGroup<C>[];
  held: readonly C[];
  /** Only to be read. */
  disabled?: boolean;
  /** What stands in the search; `Find …` unless said. */
  search?: string;
  onChange: (held: C[]) => void;
}

/** What a role gives where there are no pages: each group none, all or a choice, its options where one chooses them. */
export function ChoiceMatrix<C extends string>(props: ChoiceMatrixProps<C>): ReactElement {
  const { groups, held, disabled = false, search, onChange } = props;
  const t = useT('kit');
  const id = useId();
  const [text, setText] = useState('');
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const wanted = text.trim().toLowerCase();
  const shown = groups
    .map((group) => ({ group, options: group.options.filter(({ name }) => name.toLowerCase().includes(wanted)) }))
    .filter(({ options }) => options.length > 0);
  const put = (codes: readonly C[], on: boolean): void => {
    const others = held.filter((code) => !codes.includes(code));
    onChange((on ? [...others, ...codes] : others).toSorted());
  };
  const fold = (key: string, open: boolean): void => {
    const next = new Set(closed);
    if (open) next.delete(key);
    else next.add(key);
    setClosed(next);
  };
  const count = groups.reduce((sum, { options }) => sum + options.length, 0);
  return (
    <>
      {count > overview && (
        <div className="whk-filters">
          <Input
            allowClear
            className="whk-filter-search"
            aria-label={search ?? t('grant.find')}
            placeholder={search ?? t('grant.find')}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </div>
      )}
      {shown.length === 0 && <EmptyState />}
      {shown.length > 0 && (
        <table className="whk-matrix whk-functions">
          <MatrixHead title={t('grant.function')} names={wholes.map((whole) => t(`grant.whole.${whole}`))} />
          {shown.map(({ group, options }) => (
            <Group
              key={group.key}
              id={id}
              group={group}
              shown={options}
              held={held}
              disabled={disabled}
              open={wanted !== '' || !closed.has(group.key)}
              onOpen={(open) => fold(group.key, open)}
              onPut={put}
            />
          ))}
        </table>
      )}
    </>
  );
}

interface GroupProps<C extends string> {
  id: string;
  group: ChoiceGroup<C>;
  /** Of its options those that are asked for. */
  shown: readonly ChoiceOption<C>[];
  held: readonly C[];
  disabled: boolean;
  open: boolean;
  onOpen: (open: boolean) => void;
  onPut: (codes: readonly C[], on: boolean) => void;
}

function Group<C extends string>({ id, group, shown, held, disabled, open, onOpen, onPut }: GroupProps<C>): ReactElement {
  const t = useT('kit');
  const codes = group.options.map(({ code }) => code);
  const granted = codes.filter((code) => held.includes(code)).length;
  return (
    <tbody>
      <tr className="whk-matrix-group">
        <FoldHead
          name={group.title}
          note={t('grant.chosenOf', { granted, total: codes.length })}
          open={open}
          onOpen={() => onOpen(!open)}
        />
        <LevelCells
          name={group.title}
          group={id + group.key}
          all={wholes}
          offered={wholes}
          label={(whole) => t(`grant.whole.${whole}`)}
          level={wholeOf(granted, codes.length)}
          disabled={disabled}
          onLevel={(whole) => {
            onOpen(true);
            // To choose begins with what is held.
            if (whole !== 'custom') onPut(codes, whole === 'all');
          }}
        />
      </tr>
      {open && (
        <tr className="whk-matrix-inside">
          <td colSpan={4}>
            <ul aria-label={group.title}>
              {shown.map((option) => (
                <Option
                  key={option.code}
                  option={option}
                  held={held.includes(option.code)}
                  disabled={disabled}
                  onTurn={(on) => onPut([option.code], on)}
                />
              ))}
            </ul>
          </td>
        </tr>
      )}
    </tbody>
  );
}

const wholeOf = (granted: number, total: number): Whole => (granted === 0 ? 'none' : granted === total ? 'all' : 'custom');

interface OptionProps {
  option: ChoiceOption<string>;
  held: boolean;
  disabled: boolean;
  onTurn: (on: boolean) => void;
}

function Option({ option: { name, meaning, risk, note }, held, disabled, onTurn }: OptionProps): ReactElement {
  return (
    <li>
      <Checkbox disabled={disabled} checked={held} onChange={({ target }) => onTurn(target.checked)}>
        {name}
      </Checkbox>
      {risk !== undefined && <Tag color="gold">{risk}</Tag>}
      {note !== undefined && <Tag variant="filled">{note}</Tag>}
      {meaning !== undefined && <small>{meaning}</small>}
    </li>
  );
}
