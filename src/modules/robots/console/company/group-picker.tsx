import type { ReactElement } from 'react';
import { call } from '#kit/console/call/call.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { OptionPicker } from '#kit/console/pickers/option-picker.tsx';
import type { PickerProps } from '#kit/console/pickers/picked.ts';
import type { Choice, PickerSource } from '#kit/console/pickers/picker-source.ts';
import { TypeAheadLater } from '#kit/console/pickers/type-ahead-later.tsx';
import { robotGroupChoices } from '../../common/company/robot.contract.ts';

/** How many are offered for what was typed. */
const offered = 30;

async function read(
  request: { text: string; pageSize: number } | { ids: string[]; pageSize: number },
  signal: AbortSignal,
): Promise<Choice[]> {
  const { list } = await call(robotGroupChoices, request, { silent: true, signal });
  return list.map(({ id, name, typeName }) => ({ id, name, detail: typeName }));
}

const groups: PickerSource = {
  search: (text, signal) => read({ text, pageSize: offered }, signal),
  names: (ids, signal) => read({ ids: [...ids], pageSize: ids.length }, signal),
};

/** Chooses groups in range, by their name or number. */
export function GroupPicker(props: PickerProps): ReactElement {
  const t = useT('robots');
  return <TypeAheadLater {...props} kind="robotGroupChoice" source={groups} usual={t('group.usual')} />;
}

/** Chooses one of the types that groups in range have. */
export function GroupTypePicker(props: PickerProps): ReactElement {
  const { data } = useRead(robotGroupChoices, { pageSize: 1 });
  return <OptionPicker {...props} options={(data?.types ?? []).map(({ id, name }) => ({ value: id, label: name }))} />;
}
