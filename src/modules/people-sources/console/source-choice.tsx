import type { ReactElement } from 'react';
import { useRead } from '#kit/console/page/query.ts';
import type { PickerProps } from '#kit/console/pickers/picked.ts';
import { sourceList } from '../common/source.contract.ts';
import { OptionPicker } from '#kit/console/pickers/option-picker.tsx';

/** One source of people. */
export function SourceChoice(props: PickerProps): ReactElement {
  const { data } = useRead(sourceList, { pageSize: 200 });
  return <OptionPicker {...props} options={(data?.list ?? []).map(({ id, name }) => ({ value: id, label: name }))} />;
}
