import type { ReactElement } from 'react';
import { useT } from '#kit/console/i18n/use-t.ts';
import './emoticons.css';

/** An emoticon as it moves, on the grounds of both themes of terminals. */
export function Preview({ picture }: { picture: string | null }): ReactElement {
  const t = useT('emoticons');
  if (picture === null) return <>—</>;
  return (
    <div className="em-preview">
      {(['light', 'dark'] as const).map((ground) => (
        <img key={ground} data-ground={ground} src={picture} alt={t(`preview.${ground}`)} title={t(`preview.${ground}`)} />
      ))}
    </div>
  );
}
