import type { ReactElement } from 'react';
import { useRead } from '#kit/console/page/query.ts';
import type { PickerProps } from '#kit/console/pickers/picked.ts';
import { crowdCatalogue } from '../common/crowd.contract.ts';
import { OptionPicker } from '#kit/console/pickers/option-picker.tsx';

/** One sort of what may name a crowd. */
export function SortOfUseChoice(props: PickerProps): ReactElement {
  const { data } = useRead(crowdCatalogue, {});
  return <OptionPicker {...props} options={(data?.uses ?? []).map(({ kind, title }) => ({ value: kind, label: title }))} />;
}
