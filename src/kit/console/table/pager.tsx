import { DoubleLeftOutlined, DoubleRightOutlined, DownOutlined, LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import type { ReactElement } from 'react';
import { ButtonMenu } from '../action/button-menu.tsx';
import { useLanguage, useT } from '../i18n/use-t.ts';
import { pageSizes } from '../page/list-state.ts';
import type { AnyList } from '../page/use-list.ts';
import { numberText } from './formats.ts';
import './pager.css';

/** Where a list stands, and the way to any of its pages. */
export function Pager({ list }: { list: AnyList<object> }): ReactElement | null {
  const t = useT('kit');
  const [language] = useLanguage();
  const { page, size } = list.state;
  const pages = Math.max(1, Math.ceil(list.total / size));
  if (list.total === 0) return null;
  const number = (value: number): string => numberText(value, language);
  const go = (to: number): void => list.move({ page: Math.min(Math.max(1, to), pages) });
  // What is no number leaves the page where it is, and says so by showing it again.
  const goTo = (input: HTMLInputElement): void => {
    const to = /^\d+$/.test(input.value.trim()) ? Number(input.value) : page;
    input.value = String(Math.min(Math.max(1, to), pages));
    if (to !== page) go(to);
  };
  return (
    <nav className="whk-pager" aria-label={t('pager.page')}>
      <span role="status">
        {t('list.range', { from: number((page - 1) * size + 1), to: number(Math.min(page * size, list.total)) })}
        {' · '}
        {t(list.estimated ? 'list.totalAbout' : 'list.total', { total: number(list.total) })}
      </span>
      <span className="whk-pager-pages">
        <Step label={t('pager.first')} icon={<DoubleLeftOutlined aria-hidden="true" />} disabled={page <= 1} go={() => go(1)} />
        <Step label={t('pager.previous')} icon={<LeftOutlined aria-hidden="true" />} disabled={page <= 1} go={() => go(page - 1)} />
        <Input
          key={page}
          className="whk-pager-at"
          aria-label={t('pager.page')}
          inputMode="numeric"
          maxLength={9}
          defaultValue={page}
          onPressEnter={({ currentTarget }) => goTo(currentTarget)}
          onBlur={({ currentTarget }) => goTo(currentTarget)}
        />
        <span>{t('pager.of', { pages: number(pages) })}</span>
        <Step label={t('pager.next')} icon={<RightOutlined aria-hidden="true" />} disabled={page >= pages} go={() => go(page + 1)} />
        <Step label={t('pager.last')} icon={<DoubleRightOutlined aria-hidden="true" />} disabled={page >= pages} go={() => go(pages)} />
      </span>
      <ButtonMenu
        menu={{
          items: pageSizes.map((value) => ({ key: String(value), label: t('pager.sizeOf', { size: value }) })),
          selectable: true,
          selectedKeys: [String(size)],
          onClick: ({ key }) => list.move({ size: Number(key) }),
        }}
      >
        <Button title={t('pager.size')}>
          {t('pager.sizeOf', { size })}
          <DownOutlined aria-hidden="true" />
        </Button>
      </ButtonMenu>
    </nav>
  );
}

function Step({ label, icon, disabled, go }: { label: string; icon: ReactElement; disabled: boolean; go: () => void }): ReactElement {
  return <Button type="text" icon={icon} aria-label={label} disabled={disabled} onClick={go} />;
}
