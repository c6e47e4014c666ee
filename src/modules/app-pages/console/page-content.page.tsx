import type { ReactElement } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { useT } from '#kit/console/i18n/use-t.ts';
import { useRead } from '#kit/console/page/query.ts';
import { EmptyState } from '#kit/console/states/empty-state.tsx';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { tagList } from '../common/page.contract.ts';
import { pageConfigPage } from '../common/permissions.ts';
import { Editor, useEditorView } from './editor/editor.tsx';

/** The editor of a page configuration of the app on screen. */
export default function PageContentPage(): ReactElement {
  const configId = useSearchParams()[0].get('configId');
  return configId === null ? <NoneChosen /> : <Content key={configId} configId={configId} />;
}

/** Whoever comes by the tab has chosen no page yet. */
function NoneChosen(): ReactElement {
  const t = useT('app-pages');
  const { id = '', appKey = '' } = useParams();
  const list = (pageConfigPage.route ?? '').replace(':id', id).replace(':appKey', appKey);
  return <EmptyState title={t('editor.choose')} hint={t('editor.chooseHint')} action={<Link to={list}>{t('editor.toPages')}</Link>} />;
}

function Content({ configId }: { configId: string }): ReactElement {
  const { id: appId = '' } = useParams();
  const view = useEditorView();
  const { data, error, refetch } = useRead(tagList, { configId });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  return data ? <Editor key={data.version} appId={appId} stored={data} view={view} /> : <WaitingForm lines={10} />;
}
