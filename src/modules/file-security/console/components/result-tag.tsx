import { Tag } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import './file-security.css';
import type { VerdictWord } from '../../common/words.ts';

/** Whether the draft decides as a test expects. */
export function ResultTag({ result }: { result: { got: VerdictWord; passed: boolean } | undefined }): ReactElement | null {
  const t = useT('file-security');
  if (!result) return null;
  return (
    <Tag className="fs-tag" color={result.passed ? 'success' : 'error'}>
      {result.passed ? t('fileTest.passed') : t('fileTest.failed', { got: t(`verdict.${result.got}`) })}
    </Tag>
  );
}
