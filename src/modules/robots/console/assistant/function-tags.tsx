import { Tag } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { AssistantFunction } from '../../common/assistant/words.ts';

/** The functions that an assistant has on. */
export function FunctionTags({ functions }: { functions: readonly AssistantFunction[] }): ReactElement {
  const t = useT('robots');
  return (
    <>
      {functions.map((one) => (
        <Tag key={one}>{t(`assistant.functions.${one}`)}</Tag>
      ))}
    </>
  );
}
