import { Alert, QRCode } from 'antd';
import type { ReactElement } from 'react';
import { useT } from '../../i18n/use-t.ts';
import { ErrorBoundary } from '../page-error.tsx';

/** Bytes of the largest QR code (version 40) at the highest correction level (ISO/IEC 18004). */
export const mostQrBytes = 1273;

/** Length of a text in UTF-8 bytes. */
export const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** A QR code, 256 by 256, black on white, level H; says so when the text is too long, which would otherwise take the whole page down. */
export function Qr({ text }: { text: string }): ReactElement {
  const t = useT('kit');
  const bytes = bytesOf(text);
  if (bytes > mostQrBytes) return <Alert type="error" showIcon title={t('qr.tooLong', { bytes })} />;
  return (
    <ErrorBoundary key={text} fallback={() => <Alert type="error" showIcon title={t('qr.failed')} />}>
      <div role="img" aria-label={t('qr.label', { text })} className="wh-qr">
        <div aria-hidden="true">
          <QRCode value={text} size={256} color="#000000" bgColor="#ffffff" errorLevel="H" bordered={false} />
        </div>
      </div>
    </ErrorBoundary>
  );
}
