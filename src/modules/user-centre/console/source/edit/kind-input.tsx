import { Radio } from 'antd';
import type { ReactElement } from 'react';
import { readableKinds } from '../../../common/source/source-kinds.ts';
import { wordOf } from '../counts-text.tsx';

/** The kinds that can be read. */
export function KindInput({ value, onChange, id }: { value?: string; onChange?: (kind: string) => void; id?: string }): ReactElement {
  return (
    <Radio.Group
      {...(id !== undefined && { id })}
      value={value}
      onChange={(event) => onChange?.(String(event.target.value))}
      options={readableKinds.map((kind) => ({ value: kind, label: wordOf(`source.kind.${kind}`) }))}
    />
  );
}
