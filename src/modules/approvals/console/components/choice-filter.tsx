import { Select } from 'antd';
import type { ReactElement } from 'react';
import { useWords } from '#kit/console/page/subject.ts';
import type { FilteredList } from '#kit/console/page/use-list.ts';
import type { requestList } from '../../common/request.contract.ts';

interface ChoiceFilterProps {
  list: FilteredList<typeof requestList>;
  name: 'operation' | 'module' | 'requester';
  options: readonly { value: string; label: string }[] | undefined;
}

/** Narrows the requests to one operation, module or requester of those that there are. */
export function ChoiceFilter({ list, name, options = [] }: ChoiceFilterProps): ReactElement {
  const label = useWords().filter(name);
  const stands = list.state.filters[name];
  return (
    <div className="whk-filter">
      <Select<string>
        className="wa-choice"
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={label}
        aria-label={label}
        popupMatchSelectWidth={false}
        value={typeof stands === 'string' ? stands : null}
        options={[...options]}
        onChange={(value?: string) => list.move({ filters: { [name]: value } })}
      />
    </div>
  );
}
