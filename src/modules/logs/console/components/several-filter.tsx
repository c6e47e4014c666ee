import { Select } from 'antd';
import type { ReactElement } from 'react';
import { useChip } from '#kit/console/object/chips.ts';
import { useWords } from '#kit/console/page/subject.ts';
import type { AnyList } from '#kit/console/page/use-list.ts';

interface SeveralFilterProps<V extends string | number> {
  /** The list that is narrowed. */
  list: Pick<AnyList<unknown>, 'state' | 'move'>;
  name: string;
  options: { value: V; label: string }[];
  /** The options are on their way. */
  loading?: boolean;
}

/** Narrows a log by several of what it knows by words of its own. */
export function SeveralFilter<V extends string | number>(props: SeveralFilterProps<V>): ReactElement {
  const { list, name, options, loading = false } = props;
  const words = useWords();
  const chosen = list.state.filters[name] as V[] | undefined;
  const labels = chosen?.map((one) => options?.find(({ value }) => value === one)?.label ?? String(one));
  useChip(name, labels?.join(', '));
  return (
    <Select<V[]>
      className="whk-filter wl-terms"
      mode="multiple"
      allowClear
      // Responsive tags and a wrapping row of filters would move each other for ever.
      maxTagCount={1}
      maxTagTextLength={10}
      loading={loading}
      optionFilterProp="label"
      aria-label={words.filter(name)}
      placeholder={words.filter(name)}
      value={chosen}
      options={options}
      onChange={(next) => list.move({ filters: { [name]: next } })}
    />
  );
}
