import { Form } from 'antd';
import type { ReactElement } from 'react';
import type { Issue } from '#kit/common/codes.ts';
import type { SourceKind } from '../../common/source-kinds.ts';
import { PartsInput, type Part } from './parts-input.tsx';
import { configParts, configWords } from './source-parts.ts';

interface ConfigItemProps {
  kind: SourceKind;
  issues: readonly Issue[];
}

/** Where a source is: its settings as one field of the form, each mistake at the part that it is about. */
export function ConfigItem({ kind, issues }: ConfigItemProps): ReactElement {
  const parts = configParts[kind] ?? [];
  const mistakes = mistakesOf(parts, issues);
  // What stands at its part makes neither the others red nor stands below them again.
  const told = mistakes.size > 0 ? { validateStatus: '' as const, help: '' } : {};
  return (
    <Form.Item name="config" className="whk-full" key={`config ${kind}`} {...told}>
      <PartsInput parts={parts} words={configWords(kind)} mistakes={mistakes} />
    </Form.Item>
  );
}

/** Mistakes in the settings by the part that they are about; none where one of them is about no single part. */
function mistakesOf(parts: readonly Part[], issues: readonly Issue[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { path, message } of issues.filter((issue) => issue.path.startsWith('config'))) {
    const part = parts.find(({ name, as }) => as !== 'heading' && (path === `config.${name}` || path.startsWith(`config.${name}.`)));
    if (!part) return new Map();
    found.set(part.name, message);
  }
  return found;
}
