import { createElement, useState, type ReactElement, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { Reply } from '#kit/common/contract.ts';
import { pageNonce } from '#kit/console/boot/page-meta.ts';
import { useT } from '#kit/console/i18n/use-t.ts';
import type { articlePreview } from '../../common/article-reading.contract.ts';
import { htmlParts, type HtmlPart } from './html-parts.ts';

type Article = Reply<typeof articlePreview>;
type Addresses = Readonly<Record<string, string>>;

const styles = `
  html { color-scheme: light; } html[data-dark] { color-scheme: dark; }
  body { margin: 0; padding: 16px; font: 16px/1.7 system-ui, sans-serif; color: CanvasText; background: Canvas; overflow-wrap: anywhere; }
  h1 { font-size: 22px; line-height: 1.4; margin: 0 0 8px; } h2 { font-size: 19px; } h3 { font-size: 17px; } h4 { font-size: 16px; }
  img { max-width: 100%; height: auto; display: block; border-radius: 4px; } figure { margin: 16px 0; }
  figcaption, .by { font-size: 13px; opacity: .75; } .note { border-inline-start: 3px solid; padding: 4px 12px; font-size: 14px; }
  blockquote { margin: 16px 0; padding-inline-start: 12px; border-inline-start: 3px solid; opacity: .85; }
  div { overflow-x: auto; } table { border-collapse: collapse; min-width: 100%; } td, th { border: 1px solid; padding: 4px 8px; text-align: start; }
  pre { overflow-x: auto; padding: 8px; border: 1px solid; }
`;

const kept = ['href', 'rel', 'target', 'alt', 'start'] as const;

/** The parts of the server's HTML as they stand; pictures get the addresses under which they were read. */
function drawn(parts: readonly HtmlPart[], addresses: Addresses): ReactNode[] {
  return parts.map((part, key) => {
    if (typeof part === 'string') return part;
    const { name, attrs, inner } = part;
    const props: Record<string, unknown> = { key };
    for (const one of kept) if (attrs[one] !== undefined) props[one] = attrs[one];
    if (attrs['colspan'] !== undefined) props['colSpan'] = Number(attrs['colspan']);
    if (attrs['rowspan'] !== undefined) props['rowSpan'] = Number(attrs['rowspan']);
    if (name === 'img') return createElement('img', { ...props, src: addresses[attrs['data-file'] ?? ''] });
    return inner.length === 0 ? createElement(name, props) : createElement(name, props, ...drawn(inner, addresses));
  });
}

interface PhoneFrameProps {
  article: Article;
  addresses: Addresses;
  width: number;
  dark: boolean;
  label: string;
}

/** A frame without scripts in which an article is drawn as on a phone. */
export function PhoneFrame({ article, addresses, width, dark, label }: PhoneFrameProps): ReactElement {
  const t = useT('public-content');
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  const inside = frame?.contentDocument;
  inside?.documentElement.toggleAttribute('data-dark', dark);
  inside?.documentElement.setAttribute('lang', article.language.replace('_', '-'));
  const { title, author, coverFileId, correction, html } = article;
  return (
    <>
      {/* Of this page's origin so that it can be drawn into; nothing in it may run, open or send anything. */}
      <iframe ref={setFrame} className="mpm-frame" title={label} sandbox="allow-same-origin" width={width} height={640} />
      {inside &&
        createPortal(
          <>
            <style nonce={pageNonce()}>{styles}</style>
            {coverFileId && <img src={addresses[coverFileId]} alt="" />}
            <h1>{title}</h1>
            {author !== null && <p className="by">{author}</p>}
            {correction && (
              <p className="note">{t('preview.corrected', { at: new Date(correction.at).toLocaleDateString(), note: correction.note })}</p>
            )}
            {drawn(htmlParts(html), addresses)}
          </>,
          inside.body,
        )}
    </>
  );
}
