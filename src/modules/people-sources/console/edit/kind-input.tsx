import { Radio } from 'antd';
import type { ReactElement } from 'react';
import { offeredKinds } from '../../common/source-kinds.ts';
import { wordOf } from '../counts-text.tsx';

/** The kinds that a new source may have. */
export function KindInput({ value, onChange, id }: { value?: string; onChange?: (kind: string) => void; id?: string }): ReactElement {
  return (
    <Radio.Group
      {...(id !== undefined && { id })}
      value={value}
      onChange={(event) => onChange?.(String(event.target.value))}
      options={offeredKinds.map((kind) => ({ value: kind, label: wordOf(`source.kind.${kind}`) }))}
    />
  );
}
