import { WarningOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Component, type ErrorInfo, type ReactElement, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useT } from '../i18n/use-t.ts';
import { PageChunkError } from '../routes/load-page.ts';

interface BoundaryProps {
  children: ReactNode;
  /** Shown in place of what broke. */
  fallback: (error: unknown, retry: () => void) => ReactNode;
}

/** Keeps an error where it happened: the rest of the console goes on. */
export class ErrorBoundary extends Component<BoundaryProps, { error: unknown; failed: boolean }> {
  override state = { error: undefined as unknown, failed: false };

  static getDerivedStateFromError(error: unknown): { error: unknown; failed: boolean } {
    return { error, failed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    // oxlint-disable-next-line no-console -- the only place where a developer sees what broke and where
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    const { error, failed } = this.state;
    return failed ? this.props.fallback(error, () => this.setState({ error: undefined, failed: false })) : this.props.children;
  }
}

/** What stands in place of a page: its chunk did not load, or it broke while it was drawn. */
export function PageError({ error, retry }: { error: unknown; retry: () => void }): ReactElement {
  return error instanceof PageChunkError ? <ChunkError error={error} retry={retry} /> : <PageFault retry={retry} />;
}

function ChunkError({ error, retry }: { error: PageChunkError; retry: () => void }): ReactElement {
  const t = useT('kit');
  const css = error.code === 'CSS_CHUNK_LOAD_FAILED';
  const title = css ? t('chunk.css') : t(error.type === 'timeout' ? 'chunk.timeout' : 'chunk.missing');
  const reload = (
    <Button key="reload" type={css ? 'primary' : 'default'} onClick={() => window.location.reload()}>
      {t('chunk.reload')}
    </Button>
  );
  const again = (
    <Button key="retry" type="primary" onClick={retry}>
      {t('chunk.retry')}
    </Button>
  );
  return (
    <Failed title={title} actions={css ? [reload] : [again, reload]}>
      {t('chunk.request', { request: error.request })}
      <br />
      {t('chunk.code', { code: error.code, type: error.type })}
    </Failed>
  );
}

/** A plain view of a failure, without the component library's pictures. */
function Failed({ title, actions, children }: { title: string; actions: ReactNode[]; children?: ReactNode }): ReactElement {
  return (
    <div className="wh-failed" role="alert">
      <WarningOutlined aria-hidden="true" />
      <h1>{title}</h1>
      <p>{children}</p>
      <div>{actions}</div>
    </div>
  );
}

/** Something on a page broke; also the page /error/page_fault. */
export function PageFault({ retry }: { retry?: () => void }): ReactElement {
  const t = useT('kit');
  const navigate = useNavigate();
  const actions = [
    retry && (
      <Button key="retry" type="primary" onClick={retry}>
        {t('chunk.retry')}
      </Button>
    ),
    <Button key="home" onClick={() => void navigate('/home')}>
      {t('fault.home')}
    </Button>,
  ];
  return (
    <Failed title={t('fault.title')} actions={actions}>
      {t('fault.text')}
    </Failed>
  );
}
