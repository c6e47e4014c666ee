import { Select } from 'antd';
import type { ReactElement } from 'react';
import type { Reply } from '#kit/common/contract.ts';
import { pick, type Language } from '#kit/common/language.ts';
import { useLanguage } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { caseGroupList } from '../../common/case.contract.ts';

interface Props<V> {
  value?: V;
  onChange?: (next: V) => void;
  id?: string;
  disabled?: boolean;
  'aria-label'?: string;
}

type Group = Reply<typeof caseGroupList>['list'][number];
interface Choice {
  value: string;
  label: string;
}

/** What stands to choose from, and how it is looked for. */
function useGroups(
  { id, disabled, ...named }: Omit<Props<unknown>, 'value' | 'onChange'>,
  choices: (groups: readonly Group[], language: Language) => Choice[] = groupsOf,
) {
  const [language] = useLanguage();
  const { data, isPending } = useRead(caseGroupList, { pageSize: 1000 });
  return {
    className: 'whk-picker',
    ...(id !== undefined && { id }),
    ...(disabled !== undefined && { disabled }),
    'aria-label': named['aria-label'],
    loading: isPending,
    showSearch: { optionFilterProp: 'label' },
    options: choices(data?.list ?? [], language),
  };
}

const groupsOf = (groups: readonly Group[]): Choice[] => groups.map(({ id, name }) => ({ value: id, label: name }));

/** The types that groups have: a type without any keeps nothing. */
const typesOf = (groups: readonly Group[], language: Language): Choice[] =>
  [...new Map(groups.map(({ type }) => [type.id, pick(type.name, language)]))].map(([value, label]) => ({ value, label }));

/** Chooses groups by their names. */
export function GroupsPicker({ value = [], onChange, ...more }: Props<readonly string[]>): ReactElement {
  return <Select<string[]> mode="multiple" {...useGroups(more)} value={[...value]} onChange={(next) => onChange?.(next)} />;
}

/** Chooses one group by its name. */
export function GroupPicker({ value, onChange, ...more }: Props<string | null>): ReactElement {
  return <Select<string | null> {...useGroups(more)} value={value ?? null} onChange={(next) => onChange?.(next)} />;
}

/** Chooses a type among those that groups have. */
export function GroupTypePicker({ value, onChange, ...more }: Props<string | null>): ReactElement {
  return <Select<string | null> {...useGroups(more, typesOf)} value={value ?? null} onChange={(next) => onChange?.(next)} />;
}
