import type { ReactElement } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useRead } from '#kit/console/page/query.ts';
import { ErrorState } from '#kit/console/states/error-state.tsx';
import { WaitingForm } from '#kit/console/states/waiting.tsx';
import { tagList } from '../common/page.contract.ts';
import { Editor, useEditorView } from './editor/editor.tsx';

/** The editor of a page configuration of the app on screen. */
export default function PageContentPage(): ReactElement | null {
  const configId = useSearchParams()[0].get('configId');
  return configId === null ? null : <Content key={configId} configId={configId} />;
}

function Content({ configId }: { configId: string }): ReactElement {
  const { id: appId = '' } = useParams();
  const view = useEditorView();
  const { data, error, refetch } = useRead(tagList, { configId });
  if (error) return <ErrorState error={error} retry={() => void refetch()} />;
  return data ? <Editor key={data.version} appId={appId} stored={data} view={view} /> : <WaitingForm lines={10} />;
}
