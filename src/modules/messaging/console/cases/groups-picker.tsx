import { Select } from 'antd';
import type { ReactElement } from 'react';
import { pick } from '#kit/common/language.ts';
import { call } from '#kit/console/call/call.ts';
import { currentLanguage } from '#kit/console/i18n/i18n.ts';
import { useLanguage, useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import type { PickerProps } from '#kit/console/pickers/picked.ts';
import type { Choice, PickerSource } from '#kit/console/pickers/picker-source.ts';
import { TypeAheadLater } from '#kit/console/pickers/type-ahead-later.tsx';
import { caseGroupList } from '../../common/case.contract.ts';

/** How many are offered for what was typed. */
const offered = 30;

const groups: PickerSource = {
  search: (text, signal) => read({ text, pageSize: offered }, signal),
  names: (ids, signal) => read({ ids: [...ids], pageSize: ids.length }, signal),
};

async function read(
  request: { text: string; pageSize: number } | { ids: string[]; pageSize: number },
  signal: AbortSignal,
): Promise<Choice[]> {
  const { list } = await call(caseGroupList, request, { silent: true, signal });
  return list.map(({ id, name, type }) => ({ id, name, detail: pick(type.name, currentLanguage()) }));
}

/** Chooses groups in range, by their name or number. */
export function GroupPicker(props: PickerProps): ReactElement {
  const t = useT('messaging');
  return <TypeAheadLater {...props} kind="imGroup" source={groups} usual={t('case.groupsUsual')} />;
}

interface TypeProps {
  value?: string | null;
  onChange?: (next: string) => void;
  id?: string;
  disabled?: boolean;
}

/** Chooses a type among those that groups have: a type without any keeps nothing. */
export function GroupTypePicker({ value, ...more }: TypeProps): ReactElement {
  const [language] = useLanguage();
  const { data, isPending } = useRead(caseGroupList, { pageSize: 1 });
  const types = data?.types ?? [];
  return (
    <Select<string>
      {...more}
      className="whk-picker"
      loading={isPending}
      showSearch={{ optionFilterProp: 'label' }}
      {...(typeof value === 'string' && { value })}
      options={types.map(({ id, name }) => ({ value: id, label: pick(name, language) }))}
    />
  );
}
