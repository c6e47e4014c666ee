import { FileError } from './file-error.ts';

/** Where an S3-compatible store is. */
export interface S3Place {
  readonly endpoint: string;
  readonly bucket: string;
  readonly prefix: string;
  readonly region: string;
  readonly key: string;
  readonly secret: string;
}

/** Reads `s3://key:secret@host:port/bucket[/prefix]?region=…&tls=0`; throws FileError store. */
export function parseS3Place(text: string): S3Place {
  // Read as the scheme it will be, so that the default port of the other one is kept.
  const scheme = /[?&]tls=0(?:&|$)/.test(text) ? 'http' : 'https';
  const written = text.replace(/^s3:/, `${scheme}:`);
  const url = URL.canParse(written) ? new URL(written) : undefined;
  const [bucket = '', ...rest] = url?.pathname.split('/').filter((part) => part !== '') ?? [];
  if (url === undefined || bucket === '' || url.username === '' || url.password === '') {
    throw new FileError('store', 'a file store is s3://key:secret@host:port/bucket?region=…&tls=0');
  }
  return {
    endpoint: url.origin,
    bucket: decodeURIComponent(bucket),
    prefix: rest.length === 0 ? '' : `${rest.map(decodeURIComponent).join('/')}/`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    key: decodeURIComponent(url.username),
    secret: decodeURIComponent(url.password),
  };
}
