import { ApartmentOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactElement, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useT } from '../i18n/use-t.ts';
import { later } from '../shell/later.tsx';
import './page.css';
import { PageHeader } from './page-header.tsx';
import { useNarrow } from './use-narrow.ts';

const LeftDrawer = later('left-drawer', async () => (await import('../shell/left-drawer.tsx')).LeftDrawer);

/** Parts of a page around its body. */
export interface PageFrameProps {
  title: string;
  help?: string | undefined;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** Stands beside the body: a tree of departments. Where there is no room it opens as a drawer. */
  aside?: ReactNode;
  /** What the aside is, for its button and for those who hear it; "Side panel" unless said. */
  asideTitle?: string | undefined;
  children: ReactNode;
}

/** Pixels up to which the aside has no room beside the body: a list would lose its last columns. */
const tooNarrow = 1100;

/** The frame of a page: title, help, actions, what stands beside the body, and the body. */
export function PageFrame({ title, help, actions, aside, asideTitle, children }: PageFrameProps): ReactElement {
  const t = useT('kit');
  const narrow = useNarrow(tooNarrow);
  const name = asideTitle ?? t('page.aside');
  return (
    <div className="whk-page" data-aside={aside !== undefined && !narrow}>
      <PageHeader
        title={title}
        help={help}
        actions={
          <>
            {aside && narrow && <AsideDrawer title={name}>{aside}</AsideDrawer>}
            {actions}
          </>
        }
      />
      {aside && !narrow && (
        <aside className="whk-aside" aria-label={name}>
          {aside}
        </aside>
      )}
      <div className="whk-content">{children}</div>
    </div>
  );
}

/** The aside on a narrow screen; it closes when something in it led to another place. */
function AsideDrawer({ title, children }: { title: string; children: ReactNode }): ReactElement {
  const { search } = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  if (openAt !== undefined && openAt !== search) setOpenAt(undefined);
  return (
    <>
      <Button icon={<ApartmentOutlined />} onClick={() => setOpenAt(search)}>
        {title}
      </Button>
      <LeftDrawer
        open={openAt !== undefined}
        width="min(360px, 92vw)"
        title={title}
        onClose={() => setOpenAt(undefined)}
        className="whk-aside-drawer"
      >
        {children}
      </LeftDrawer>
    </>
  );
}
