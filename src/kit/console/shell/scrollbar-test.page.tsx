import { Typography } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '../i18n/use-t.ts';

const lines = Array.from({ length: 120 }, (_, at) => at + 1);

/** /test/view-scrollbar-test: content wider and longer than any window, for looking at scroll bars. */
export default function ScrollbarTestPage(): ReactElement {
  const t = useT('kit');
  return (
    <main className="wh-outside wh-scroll-test" tabIndex={0} aria-label={t('scroll.title')}>
      <Typography.Title level={1}>{t('scroll.title')}</Typography.Title>
      <div>
        {lines.map((line) => (
          <p key={line}>{t('scroll.line', { line })}</p>
        ))}
      </div>
    </main>
  );
}
