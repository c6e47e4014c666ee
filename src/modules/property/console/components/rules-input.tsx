import { Input, InputNumber, Select } from 'antd';
import type { ReactElement } from 'react';
import type { PropertyRules } from '#kit/common/property.ts';
import { useWords } from '#kit/console/page/subject.ts';
import { property } from '../subjects.ts';

interface RulesInputProps {
  id?: string;
  value?: PropertyRules | null;
  onChange?: (value: PropertyRules | null) => void;
}

/** What narrows the values: bounds, a pattern, choices. */
export function RulesInput({ id, value, onChange }: RulesInputProps): ReactElement {
  const words = useWords(property);
  const write = (part: PropertyRules): void => {
    const next = Object.fromEntries(Object.entries({ ...value, ...part }).filter(([, one]) => one !== undefined));
    onChange?.(Object.keys(next).length === 0 ? null : next);
  };
  return (
    <div className="wp-subject">
      <label>
        {words.field('min')}
        <InputNumber {...(id !== undefined && { id })} value={value?.min ?? null} onChange={(min) => write({ min: min ?? undefined })} />
      </label>
      <label>
        {words.field('max')}
        <InputNumber value={value?.max ?? null} onChange={(max) => write({ max: max ?? undefined })} />
      </label>
      <label>
        {words.field('pattern')}
        <Input maxLength={500} value={value?.pattern ?? ''} onChange={(event) => write({ pattern: event.target.value || undefined })} />
      </label>
      <label>
        {words.field('enum')}
        <Select
          mode="tags"
          aria-label={words.field('enum')}
          value={(value?.enum ?? []).map(String)}
          onChange={(choices: string[]) => write({ enum: choices.length > 0 ? choices : undefined })}
        />
      </label>
    </div>
  );
}
