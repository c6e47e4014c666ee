import { QuestionCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Opens } from '../action/opens.tsx';
import { useT } from '../i18n/use-t.ts';
import './page.css';

/** At the end of an address: the page opens with its help. */
export const helpHash = '#help';

interface PageHeaderProps {
  title: string;
  /** One paragraph: what the page is for and what its changes do on terminals. */
  help?: string | undefined;
  actions?: ReactNode;
}

/** Title of a page, its help, and what can be done on it. */
export function PageHeader({ title, help, actions }: PageHeaderProps): ReactElement {
  const t = useT('kit');
  const { hash } = useLocation();
  return (
    <header className="whk-header">
      <h1>{title}</h1>
      {help && (
        <Opens key={hash} placement="bottomLeft" opened={hash === helpHash} content={() => <p className="whk-help">{help}</p>}>
          <Button type="text" icon={<QuestionCircleOutlined aria-hidden="true" />} aria-label={t('page.help')} title={t('page.help')} />
        </Opens>
      )}
      <div className="whk-header-actions">{actions}</div>
    </header>
  );
}
